import { begunJson, DuplicateKeyFailure, parseStrict, scanJson } from '../json';
import { LineCounter, wholeText, type SourceText } from '../source';
import { extensionOf } from '../../../base/paths';
import { problem, type ProblemPlace, type ProblemLog } from '../problem';
import { csvHeader, csvRows } from './csv';
import { parseGrade } from './grade';
import { guardSyntax, isMembers, kindByFirst, kindOf, recordsOf, type Members } from './json-records';

/** What is read of a map of fields. */
type Fields = Pick<ReadonlyMap<string, unknown>, 'get' | 'has' | 'keys'> & Iterable<[string, unknown]>;

export interface DataRecord {
  readonly fields: Fields;
  readonly isText: boolean;
  /** Holds nothing of the record, so that it can be kept for all of them. */
  readonly place: (field?: string) => ProblemPlace;
}

/** `{"qid": {"0":`, as pandas writes a table: column by column. */
const COLUMNS = /^\s*\{\s*"(?:[^"\\]|\\.){0,100}"\s*:\s*\{\s*(?:"\d+"\s*:|\})/;
const KEY = /(?<!\\)"([^"\\]{1,40})"\s*:/g;

/** `{"_id": [`, as data sets are written column by column; a list by any other name may be of anything. */
const LISTS = /^\s*\{\s*"(?:_?ids?|(?:doc|query|corpus)[-_]?id|[qdp]id|queries|questions)"\s*:\s*\[/;

/** `{"columns": [`, as pandas writes a table whose rows are lists. */
const SPLIT = /^\s*\{\s*"columns"\s*:\s*\[[^]*?\]\s*,/;

type Shape = 'csv' | 'list' | 'columns' | 'lists' | 'split' | 'lines';

function shapeOf(head: string): Shape {
  const first = head.trimStart()[0];
  if (first === '[') return 'list';
  if (first !== '{') return 'csv';
  if (COLUMNS.test(head)) return 'columns';
  return LISTS.test(head) ? 'lists' : SPLIT.test(head) ? 'split' : 'lines';
}

export function fieldNames(head: string): ReadonlySet<string> {
  const shape = shapeOf(head);
  const [header] = shape === 'split' ? SPLIT.exec(head)! : [];
  const names = header
    ? [...header.matchAll(/"((?:[^"\\]|\\.)*)"/g)].slice(1).map(([, name]) => name!)
    : shape === 'csv'
      ? csvHeader(head)
      : [...head.matchAll(KEY)].map(([, name]) => name!);
  return new Set(names.map(nameOf));
}

/**
 * The first record of a head, its fields by lower-case names; of lists beside each other, the lists. Of a table the values are
 * missing. @returns null where the head ends before the record, which then may have more fields
 */
export function firstRecord(head: string): Members | null {
  const shape = shapeOf(head);
  if (shape === 'csv' || shape === 'split')
    return Object.fromEntries([...fieldNames(head)].map((name) => [name, null]));
  const list = shape === 'list' ? head.indexOf('[') + 1 : 0;
  const { value, end } = begunJson(head, list);
  if (end === null || !isMembers(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [nameOf(name), each]));
}

/** Whether the head may lack columns, of which it has the first alone. */
export const isByColumns = (head: string): boolean => ['columns', 'lists'].includes(shapeOf(head));

export const isOfPandas = (head: string): boolean => shapeOf(head) === 'columns';

/** CSV, JSON Lines, a JSON list, or JSON of columns. @throws {SourceFailure} as the source does */
export async function* readRecords(
  source: SourceText,
  wanted: readonly string[],
  log: ProblemLog,
  onLost: () => void,
): AsyncGenerator<readonly DataRecord[]> {
  const { writtenAs } = source;
  const written = (field: string): string => field.replace(/^[^.[]+/, (name) => writtenAs?.get(name) ?? name);
  for await (const records of asTheyAre(source, wanted, log, onLost))
    yield writtenAs
      ? records.map(({ place, ...each }) => ({ ...each, place: (field) => place(field && written(field)) }))
      : records;
}

async function* asTheyAre(
  source: SourceText,
  wanted: readonly string[],
  log: ProblemLog,
  onLost: () => void,
): AsyncGenerator<readonly DataRecord[]> {
  // By its name first, so that a first line that is no object is reported as what is wrong.
  const isLines = ['jsonl', 'ndjson'].includes(extensionOf(source.path));
  const shape = isLines ? 'lines' : shapeOf(await source.head());
  if (shape === 'lines')
    for await (const records of recordsOf(source, wanted, log, onLost))
      yield records.map(({ record, line }) => jsonRecord(record, source.path, line));
  else if (shape === 'csv') yield* fromCsv(source, log, onLost);
  else yield await fromJson(source, shape, wanted, log, onLost);
}

async function fromJson(
  source: SourceText,
  shape: Exclude<Shape, 'csv' | 'lines'>,
  wanted: readonly string[],
  log: ProblemLog,
  onLost: () => void,
): Promise<DataRecord[]> {
  const text = await wholeText(source);
  const { path } = source;
  const records = guardSyntax(text, path, log, () =>
    shape === 'list'
      ? fromList(text, path, wanted, log, onLost)
      : shape === 'columns'
        ? fromColumns(text, path)
        : shape === 'split'
          ? fromSplit(text, path)
          : fromLists(text, path, log, onLost),
  );
  if (!records) onLost();
  return records ?? [];
}

async function* fromCsv(source: SourceText, log: ProblemLog, onLost: () => void): AsyncGenerator<DataRecord[]> {
  let columns: ReadonlyMap<string, number> | null = null;
  for await (const rows of csvRows(source, log, onLost)) {
    if (rows.length === 0) continue;
    const own: ReadonlyMap<string, number> =
      columns ?? new Map(distinct(rows[0]!.cells.map(nameOf)).map((name, i) => [name, i] as const));
    const records = columns ? rows : rows.slice(1);
    columns = own;
    yield records.map(({ cells, line }) => ({
      fields: new Cells(own, cells),
      isText: true,
      place: (field) => placeOf(source.path, line, field),
    }));
  }
}

/** A column whose name is there already would be lost by it. */
const distinct = (columns: readonly string[]): string[] =>
  columns.map((name, i) => (columns.indexOf(name) === i ? name : `${name} ${i + 1}`));

/** Cells by names of columns: a table has millions of rows, and a map of each is larger than its cells. */
class Cells implements Fields {
  constructor(
    private readonly columns: ReadonlyMap<string, number>,
    private readonly cells: readonly string[],
  ) {}

  get(name: string): string | undefined {
    const at = this.columns.get(name);
    return at === undefined ? undefined : this.cells[at];
  }

  has(name: string): boolean {
    return this.columns.has(name);
  }

  keys(): MapIterator<string> {
    return this.columns.keys();
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const [name, at] of this.columns) yield [name, this.cells[at]!];
  }
}

function fromList(
  text: string,
  file: string,
  wanted: readonly string[],
  log: ProblemLog,
  onLost: () => void,
): DataRecord[] {
  const lines = new LineCounter(text);
  const found: DataRecord[] = [];
  let count = 0;
  scanJson(text, undefined, (at, end) => {
    const { line } = lines.at(at);
    const number = count++;
    if (text.charAt(at) === '{') {
      const item = within(at, `[${number}].`, () => parseStrict(text.slice(at, end)));
      found.push(jsonRecord(item as Members, file, line, `[${number}]`));
    } else {
      const place = { file, line, field: `[${number}]` };
      log.add(problem('wrong-shape', place, { fields: wanted }, kindByFirst(text.charAt(at))));
      onLost();
    }
  });
  return found;
}

function fromColumns(text: string, file: string): DataRecord[] {
  const lines = new LineCounter(text);
  const rows = new Map<string, { readonly fields: Map<string, unknown>; readonly line: number }>();
  scanJson(text, ({ depth, section, key, keyAt, valueAt, valueEnd }) => {
    if (depth !== 2) return;
    let row = rows.get(key);
    if (!row) rows.set(key, (row = { fields: new Map(), line: lines.at(keyAt).line }));
    const path = `${section}.${JSON.stringify(key)}`;
    if (row.fields.has(nameOf(section))) throw new DuplicateKeyFailure(path, keyAt);
    const value = within(valueAt, `${path}.`, () => parseStrict(text.slice(valueAt, valueEnd)));
    row.fields.set(nameOf(section), value);
  });
  return [...rows].map(([key, { fields, line }]) => ({
    fields,
    isText: false,
    place: (field) => placeOf(file, line, field === undefined ? undefined : `${field}.${JSON.stringify(key)}`),
  }));
}

/** A row that is no list has no fields. */
function fromSplit(text: string, file: string): DataRecord[] {
  scanJson(text);
  const { columns, data } = parseStrict(text) as { columns: readonly unknown[]; data?: unknown };
  const rows = Array.isArray(data) ? (data as readonly unknown[]) : [];
  return rows.map((row, i) => ({
    fields: new Map(columns.map((name, at) => [nameOf(String(name)), Array.isArray(row) ? row[at] : undefined])),
    isText: false,
    place: (field) => ({ file, field: `data[${i}]${field === undefined ? '' : `.${field}`}` }),
  }));
}

function fromLists(text: string, file: string, log: ProblemLog, onLost: () => void): DataRecord[] {
  scanJson(text);
  // Chroma writes null for what was not asked for, and the names of what was.
  const lists = Object.entries(parseStrict(text) as Members)
    .filter(([name, list]) => list !== null && name !== 'included')
    .map(([name, list]) => [nameOf(name), list] as const);
  const { length } = lists[0]![1] as readonly unknown[];
  const odd = lists.find(([, list]) => !Array.isArray(list) || list.length !== length);
  if (odd) {
    const got = Array.isArray(odd[1]) ? { count: odd[1].length } : kindOf(odd[1]);
    log.add(problem('wrong-shape', { file, field: odd[0] }, { cells: length }, got));
    onLost();
    return [];
  }
  return Array.from({ length }, (_, i) => ({
    fields: new Map(lists.map(([name, list]) => [name, (list as readonly unknown[])[i]])),
    isText: false,
    place: (field) => ({ file, field: `${field ?? lists[0]![0]}[${i}]` }),
  }));
}

function within<T>(at: number, path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DuplicateKeyFailure) throw new DuplicateKeyFailure(path + error.path, at + error.offset);
    throw error;
  }
}

function jsonRecord(record: Members, file: string, line: number, at?: string): DataRecord {
  const fields = new Map<string, unknown>();
  for (const name in record) fields.set(nameOf(name), record[name]);
  return {
    fields,
    isText: false,
    place: (field) => placeOf(file, line, at !== undefined && field !== undefined ? `${at}.${field}` : (field ?? at)),
  };
}

const names = new Map<string, string>();
const MAX_NAMES = 1000;

function nameOf(written: string): string {
  const known = names.get(written);
  if (known !== undefined) return known;
  const name = written.trim().toLowerCase();
  if (names.size < MAX_NAMES) names.set(written, name);
  return name;
}

const placeOf = (file: string, line: number, field: string | undefined): ProblemPlace =>
  field === undefined ? { file, line } : { file, line, field };

export const fieldIn = ({ fields }: DataRecord, names: readonly string[]): string | undefined =>
  names.find((name) => fields.has(name));

export function textIn(record: DataRecord, field: string, log: ProblemLog): string | null {
  const value = record.fields.get(field);
  if (typeof value === 'string') return value;
  log.add(problem('wrong-shape', record.place(field), 'text', kindOf(value)));
  return null;
}

export function optionalTextIn(record: DataRecord, field: string, log: ProblemLog): string | null {
  return record.fields.get(field) == null ? '' : textIn(record, field, log);
}

export function idIn(record: DataRecord, field: string, log: ProblemLog): string | null {
  const id = asId(record.fields.get(field));
  if (id !== null) return id;
  log.add(problem('wrong-shape', record.place(field), 'id', kindOf(record.fields.get(field))));
  return null;
}

export function gradeIn(record: DataRecord, field: string, log: ProblemLog): number | null {
  const value = record.fields.get(field);
  const written = asId(value);
  const grade = written === null ? null : parseGrade(written);
  if (grade === null) log.add(problem('bad-grade', record.place(field), written ?? { kind: kindOf(value) }));
  return grade;
}

/** A text, or a number as written; null for all else, numbers that are too large among it (`1e999`). */
export function asId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return typeof value === 'string' ? value : null;
}
