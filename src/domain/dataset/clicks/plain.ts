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

/**
 * An impression a row, of CSV, JSON Lines or JSON: `query`, `shown` (ids in their order), `clicks` (ids of these), and where
 * the log has them `positions`, `time`, `randomised` and `system`. Ids stand between spaces or `|`, or in a list.
 *
 * @throws {SourceFailure} as the source does
 */
export async function readPlainLog(file: SourceText, into: ImpressionCollector, log: ProblemLog): Promise<void> {
  const known = new Set<string>();
  for await (const records of readRecords(file, ['query', 'shown', 'clicks', 'time'], log, () => undefined))
    for (const record of records) {
      into.found.records++;
      readRow(record, known, into, log);
    }
}

function readRow(record: DataRecord, known: Set<string>, into: ImpressionCollector, log: ProblemLog): void {
  const of = (names: readonly string[]): string => fieldIn(record, names) ?? names[0]!;
  const query = textIn(record, of(QUERIES), log);
  const shown = idsIn(record, of(SHOWN), log);
  const clicks = idsIn(record, of(CLICKS), log);
  const time = timeIn(record, TIMES, log);
  const positions = shown && positionsIn(record, shown.length, log);
  if (query === null || shown === null || clicks === null || time === null || positions === null) return;
  const place = record.place();
  if (isOfRobot(record)) return into.found.add('robots', place);
  if (query.trim() === '') return into.found.add('incomplete', place);
  if (!Number.isNaN(time)) {
    const key = JSON.stringify([time, query, shown, clicks]);
    if (known.has(key)) return into.found.add('repeated', place);
    known.add(key);
  }
  const clicked = new Set(clicks);
  if (clicked.size < clicks.length) into.found.add('repeated', place);
  const first = new Map<string, number>();
  for (const [k, doc] of shown.entries()) {
    if (first.has(doc)) into.found.add('repeated', place);
    else first.set(doc, positions[k]!);
  }
  for (const doc of clicked) if (!first.has(doc)) into.found.add('clicks-without-impression', place);
  into.add(
    {
      query,
      arm: nameOf(record.fields.get(of(ARMS))),
      randomised: isYes(record.fields.get(of(RANDOMISED))),
      time,
      shown: [...first].map(([doc, position]) => ({ doc, position, clicked: clicked.has(doc) })),
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

/** 1, 2, 3, … where there is no such column; null where they are no positions of as many ids, which is reported. */
function positionsIn(record: DataRecord, count: number, log: ProblemLog): readonly number[] | null {
  const field = fieldIn(record, POSITIONS);
  if (field === undefined) return Array.from({ length: count }, (_, k) => k + 1);
  const written = idsIn(record, field, log);
  if (written === null) return null;
  const positions = written.map(Number);
  if (positions.length !== count)
    log.add(problem('wrong-shape', record.place(field), { positions: count }, { count: positions.length }));
  else if (positions.every((each) => Number.isInteger(each) && each >= 1 && each <= MAX_POSITION)) return positions;
  else log.add(problem('wrong-shape', record.place(field), 'whole-number', 'other'));
  return null;
}
