import { mixed } from '../../statistics/random';
import type { ImportedClicks } from '../outcome';
import { guarded, problem, type ProblemLog } from '../problem';
import { textsIn } from '../readers/lists';
import { fieldIn, fieldNames, readRecords, textIn, type DataRecord } from '../readers/records';
import type { SourceText } from '../source';
import { ImpressionCollector, isOfRobot, timeIn } from './impressions';
import { MAX_POSITION, UbiJoin } from './ubi';

const QUERIES = ['query', 'user_query', 'question'];
const SHOWN = ['shown', 'shown_ids'];
const CLICKS = ['clicks', 'clicked', 'clicked_ids'];
const POSITIONS = ['positions'];
const TIMES = ['time', 'timestamp'];

type ClickLogKind = 'ubi' | 'plain';

export async function clickLogIn(file: SourceText): Promise<ClickLogKind | null> {
  const names = fieldNames(await file.head());
  const has = (fields: readonly string[]): boolean => fields.some((field) => names.has(field));
  if (names.has('action_name') && has(['query_id', 'timestamp'])) return 'ubi';
  if (names.has('user_query') && has(['query_id', 'query_response_hit_ids', 'ubi'])) return 'ubi';
  return has(['query', 'user_query', 'question']) && has(SHOWN) && has(CLICKS) ? 'plain' : null;
}

export async function readClickLogs(files: readonly SourceText[], log: ProblemLog): Promise<ImportedClicks> {
  const collector = new ImpressionCollector();
  const ubi = new UbiJoin(collector, log);
  for (const file of files)
    await guarded(log, async () =>
      (await clickLogIn(file)) === 'ubi' ? ubi.read(file) : readPlainLog(file, collector, log),
    );
  ubi.finish();
  return { files: files.map(({ path }) => path), ...collector.finish() };
}

/** Columns `query`, `shown`, `clicks`, maybe `positions`, `time`. Blanks or `|` part ids. @throws {SourceFailure} */
async function readPlainLog(file: SourceText, into: ImpressionCollector, log: ProblemLog): Promise<void> {
  const rows = new TimedRows();
  const ids = new IdLists();
  for await (const records of readRecords(file, ['query', 'shown', 'clicks', 'time'], log, () => undefined))
    for (const record of records) {
      into.found.records++;
      readRow(record, rows, ids, into, log);
    }
}

function readRow(record: DataRecord, rows: TimedRows, ids: IdLists, into: ImpressionCollector, log: ProblemLog): void {
  const of = (names: readonly string[]): string => fieldIn(record, names) ?? names[0]!;
  const [shownField, clicksField] = [of(SHOWN), of(CLICKS)];
  const query = textIn(record, of(QUERIES), log);
  const shown = idsIn(record, shownField, ids, log);
  const clicks = idsIn(record, clicksField, ids, log);
  const time = timeIn(record, TIMES, log);
  const positions = shown && positionsIn(record, shown.length, ids, log);
  if (query === null || shown === null || clicks === null || time === null) return;
  if (positions === null) return;
  const place = record.place();
  if (isOfRobot(record)) return into.found.add('robots', place);
  if (query.trim() === '') return into.found.add('incomplete', place);
  const texts = [query, String(record.fields.get(shownField)), String(record.fields.get(clicksField))];
  if (rows.isThere(time, texts)) return into.found.add('repeated', place);
  const clicked = new Set(clicks);
  if (clicked.size < clicks.length) into.found.add('repeated', place);
  const own = new Set(shown);
  for (let again = own.size; again < shown.length; again++) into.found.add('repeated', place);
  for (const doc of clicked) if (!own.has(doc)) into.found.add('clicks-without-impression', place);
  const once = shown.map((doc, k) => ({
    doc,
    position: positions?.[k] ?? k + 1,
    clicked: clicked.has(doc),
  }));
  into.add({ query, shown: own.size < shown.length ? once.filter(({ doc }) => own.delete(doc)) : once }, place);
}

function idsIn(record: DataRecord, field: string, ids: IdLists, log: ProblemLog): readonly string[] | null {
  const value = record.fields.get(field);
  if (typeof value !== 'string' || value.trim().startsWith('['))
    return textsIn(record, field, log) ?? absent(record, field);
  return ids.of(value);
}

class IdLists {
  readonly #known = new Map<string, readonly string[]>();

  of(text: string): readonly string[] {
    const known = this.#known.get(text);
    if (known) return known;
    const ids = text.split(/[\s|]+/).filter((id) => id !== '');
    if (this.#known.size < MAX_KNOWN) this.#known.set(text, ids);
    return ids;
  }
}

const MAX_KNOWN = 100_000;

const absent = ({ fields }: DataRecord, field: string): readonly string[] | null =>
  fields.get(field) == null ? [] : null;

function positionsIn(
  record: DataRecord,
  count: number,
  ids: IdLists,
  log: ProblemLog,
): readonly number[] | null | undefined {
  const field = fieldIn(record, POSITIONS);
  const written = field === undefined ? [] : idsIn(record, field, ids, log);
  if (written === null) return null;
  if (written.length === 0) return undefined;
  if (written.length !== count) {
    log.add(problem('wrong-shape', record.place(field), { positions: count }, { count: written.length }));
    return null;
  }
  const positions = written.map(Number);
  if (positions.every((each) => Number.isInteger(each) && each >= 1 && each <= MAX_POSITION)) return positions;
  log.add(problem('wrong-shape', record.place(field), 'whole-number', 'other'));
  return null;
}

/** Of the table: above this share looking something up takes long. */
const FULLEST = 0.5;

/** Rows by their times, of which only a hash is kept: two rows of one millisecond collide by chance in 2⁻³¹. */
export class TimedRows {
  #times = new Float64Array(1024).fill(NaN);
  #hashes = new Int32Array(1024);
  #count = 0;

  isThere(time: number, texts: readonly string[]): boolean {
    if (Number.isNaN(time)) return false;
    const hash = hashOf(texts);
    const slot = this.#slotOf(time, hash);
    if (!Number.isNaN(this.#times[slot]!)) return true;
    this.#times[slot] = time;
    this.#hashes[slot] = hash;
    if (++this.#count > FULLEST * this.#times.length) this.#grow();
    return false;
  }

  #slotOf(time: number, hash: number): number {
    const last = this.#times.length - 1;
    for (let slot = mixed(hash ^ (time % 2 ** 31)) & last; ; slot = (slot + 1) & last) {
      const there = this.#times[slot]!;
      if (Number.isNaN(there) || (there === time && this.#hashes[slot] === hash)) return slot;
    }
  }

  #grow(): void {
    const [times, hashes] = [this.#times, this.#hashes];
    this.#times = new Float64Array(2 * times.length).fill(NaN);
    this.#hashes = new Int32Array(2 * times.length);
    for (let i = 0; i < times.length; i++) {
      if (Number.isNaN(times[i]!)) continue;
      const slot = this.#slotOf(times[i]!, hashes[i]!);
      this.#times[slot] = times[i]!;
      this.#hashes[slot] = hashes[i]!;
    }
  }
}

/** 31 bits of FNV-1a over UTF-16 units, mixed. */
function hashOf(texts: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const [i, text] of texts.entries()) {
    if (i > 0) hash = Math.imul(hash ^ 0x0a, 0x01000193);
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mixed(hash) >>> 1;
}
