import { mixed } from '../../statistics/random';
import { problem, type ProblemLog } from '../problem';
import { textsIn } from '../readers/list-field';
import { fieldIn, readRecords, textIn, type DataRecord } from '../readers/records';
import type { SourceText } from '../source';
import { type ImpressionCollector, isOfRobot, isYes, nameOf, timeIn } from './impressions';
import { MAX_POSITION } from './ubi';

const QUERIES = ['query', 'user_query', 'question'];
export const SHOWN = ['shown', 'shown_ids'];
export const CLICKS = ['clicks', 'clicked', 'clicked_ids'];
const POSITIONS = ['positions'];
const TIMES = ['time', 'timestamp'];
const RANDOMISED = ['randomised', 'randomized'];
const ARMS = ['system', 'arm', 'variant'];
const TEAMS = ['teams', 'systems'];

/**
 * An impression a row, of CSV, JSON Lines or JSON: `query`, `shown` (ids in their order), `clicks` (ids of these), and where
 * the log has them `positions`, `teams` (of interleaved lists), `time`, `randomised` and `system`. Ids stand between spaces or `|`, or in a list.
 *
 * @throws {SourceFailure} as the source does
 */
export async function readPlainLog(file: SourceText, into: ImpressionCollector, log: ProblemLog): Promise<void> {
  const rows = new TimedRows();
  for await (const records of readRecords(file, ['query', 'shown', 'clicks', 'time'], log, () => undefined))
    for (const record of records) {
      into.found.records++;
      readRow(record, rows, into, log);
    }
}

/** Rows by their times, of which only a hash is kept: two rows of one millisecond have the same one by chance in 2⁻³¹. */
class TimedRows {
  readonly #first = new Map<number, number>();
  readonly #others = new Set<string>();

  /** Whether the same row came before; a row without a time never did. */
  isThere(time: number, text: string): boolean {
    if (Number.isNaN(time)) return false;
    const hash = hashOf(text);
    const first = this.#first.get(time);
    if (first === hash) return true;
    if (first === undefined) this.#first.set(time, hash);
    else if (this.#others.has(`${time} ${hash}`)) return true;
    else this.#others.add(`${time} ${hash}`);
    return false;
  }
}

/** 31 bits of FNV-1a over UTF-16 units, mixed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixed(hash) >>> 1;
}

function readRow(record: DataRecord, rows: TimedRows, into: ImpressionCollector, log: ProblemLog): void {
  const of = (names: readonly string[]): string => fieldIn(record, names) ?? names[0]!;
  const [shownField, clicksField] = [of(SHOWN), of(CLICKS)];
  const query = textIn(record, of(QUERIES), log);
  const shown = idsIn(record, shownField, log);
  const clicks = idsIn(record, clicksField, log);
  const time = timeIn(record, TIMES, log);
  const positions = shown && positionsIn(record, shown.length, log);
  const teams = shown && perPassageIn(record, TEAMS, shown.length, log);
  if (query === null || shown === null || clicks === null || time === null) return;
  if (positions === null || teams === null) return;
  const place = record.place();
  if (isOfRobot(record)) return into.found.add('robots', place);
  if (query.trim() === '') return into.found.add('incomplete', place);
  const text = `${query}\n${String(record.fields.get(shownField))}\n${String(record.fields.get(clicksField))}`;
  if (rows.isThere(time, text)) return into.found.add('repeated', place);
  const clicked = new Set(clicks);
  if (clicked.size < clicks.length) into.found.add('repeated', place);
  const own = new Set(shown);
  for (let again = own.size; again < shown.length; again++) into.found.add('repeated', place);
  for (const doc of clicked) if (!own.has(doc)) into.found.add('clicks-without-impression', place);
  const once = shown.map((doc, k) => ({
    doc,
    position: positions?.[k] ?? k + 1,
    clicked: clicked.has(doc),
    team: teams?.[k],
  }));
  into.add(
    {
      query,
      arm: nameOf(record.fields.get(of(ARMS))),
      randomised: isYes(record.fields.get(of(RANDOMISED))),
      time,
      shown: own.size < shown.length ? once.filter(({ doc }) => own.delete(doc)) : once,
    },
    place,
  );
}

/** Ids of a cell; null where it cannot be read, which is reported. */
function idsIn(record: DataRecord, field: string, log: ProblemLog): readonly string[] | null {
  const value = record.fields.get(field);
  if (typeof value !== 'string' || value.trim().startsWith('['))
    return textsIn(record, field, log) ?? absent(record, field);
  const text = value.trim();
  return text === '' ? [] : text.split(/\s*\|\s*|\s+/).filter((id) => id !== '');
}

/** A list that is not there has nothing in it; one that cannot be read has been reported. */
const absent = ({ fields }: DataRecord, field: string): readonly string[] | null =>
  fields.get(field) == null ? [] : null;

/** As many as passages. Undefined where there is no such column; null where there are fewer or more, which is reported. */
function perPassageIn(
  record: DataRecord,
  names: readonly string[],
  count: number,
  log: ProblemLog,
): readonly string[] | null | undefined {
  const field = fieldIn(record, names);
  if (field === undefined) return undefined;
  const written = idsIn(record, field, log);
  if (written === null || written.length === count) return written;
  // A log may have such lists in some rows only.
  if (written.length === 0) return undefined;
  log.add(problem('wrong-shape', record.place(field), { positions: count }, { count: written.length }));
  return null;
}

function positionsIn(record: DataRecord, count: number, log: ProblemLog): readonly number[] | null | undefined {
  const written = perPassageIn(record, POSITIONS, count, log);
  const positions = written?.map(Number) ?? (written as null | undefined);
  if (!positions || positions.every((each) => Number.isInteger(each) && each >= 1 && each <= MAX_POSITION))
    return positions;
  log.add(problem('wrong-shape', record.place(fieldIn(record, POSITIONS)), 'whole-number', 'other'));
  return null;
}
