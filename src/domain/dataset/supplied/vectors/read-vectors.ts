import { textOfBytes } from '../../../../base/bytes';
import { valueOf } from '../../../../base/containers';
import { baseName, extensionOf, folderOf } from '../../../../base/paths';
import type { ImportedVectors, VectorField } from '../../outcome';
import type { VectorFlaw } from './problems';
import { problem, type ProblemLog, type ProblemPlace } from '../../problem';
import { parseCsv } from '../../readers/csv';
import { parseJson } from '../../readers/json-records';
import { asId } from '../../readers/records';
import { type SourceBytes, type SourceTable, type SourceText, wholeText } from '../../source';
import { readArray } from './arrays';
import { type CellFlaw, type Encoding, ENCODINGS, type RawRow, settled } from './encodings';
import { rowsOfTable, type VectorRow, rowsOfText, vectorIn } from './rows';

const MODEL = /(?:^|\.)model$/i;
/** The place of a row, which is no id of anything. */
const INDEX = /^(?:index|unnamed: 0|__index_level_\d+__|)$/i;
/** Names of ids that a person gave, which say more than those of a store or a service. */
export const OWN_ID =
  /(?:^|[._-])(?:doc(?:ument)?[-_]?(?:id)?|(?:passage|chunk|query|question)[-_]?id|[pq]id|custom_id|recordid|key)$/i;

/** Gathers rows of one file; a field that holds vectors is a set of its own. */
class RowGatherer {
  readonly #cells = new Map<string, Map<number, RawRow | CellFlaw>>();
  readonly #fields = new Map<string, string[]>();
  readonly #places: VectorRow['place'][] = [];
  readonly #models = new Set<string>();

  constructor(
    private readonly file: string,
    private readonly log: ProblemLog,
  ) {}

  add({ fields, place }: VectorRow): void {
    const row = this.#places.push(place) - 1;
    for (const [name, value] of fields) {
      const cell = vectorIn(name, value);
      if (cell !== null) valueOf(this.#cells, name, () => new Map()).set(row, cell);
      else if (MODEL.test(name) && typeof value === 'string') this.#models.add(value);
      else {
        const written =
          value instanceof Uint8Array ? textOfBytes(value) : asId(typeof value === 'bigint' ? `${value}` : value);
        if (written !== null) valueOf(this.#fields, name, () => [])[row] = written;
      }
    }
  }

  finish(isWhole: boolean): ImportedVectors[] {
    const { file, log } = this;
    const rows = this.#places.map((_, row) => row);
    if (isWhole && rows.length === 0 && log.problems.length === 0) log.add(problem('empty-file', { file }));
    const cells = [...this.#cells];
    const whole = cells.filter(([, column]) => rows.every((row) => isRow(column.get(row))));
    if (whole.length === 0) {
      const before = log.problems.length;
      for (const row of rows) this.#tellFlaw(row, cells);
      // Each row has a vector, and no field has all.
      if (log.problems.length === before) for (const each of cells) for (const row of rows) this.#tellFlaw(row, [each]);
      return [];
    }
    const left = cells.filter((each) => !whole.includes(each) && [...each[1].values()].some((cell) => cell !== 'none'));
    const names = left.map(([name]) => name);
    if (names.length > 0) log.warn(problem('doubtful-vectors', { file }, { why: 'sets', names }));
    const fields = [...this.#fields].map(([name, values]) => ({ name, values: rows.map((row) => values[row] ?? '') }));
    const about = { kind: 'vectors', file, fields, models: [...this.#models] } as const;
    const sets = whole.flatMap(([name, column]) => {
      const raw = rows.map((row) => column.get(row) as RawRow);
      const numbers = this.#numbers(name, raw);
      return numbers ? [sorted({ ...about, ...(whole.length > 1 && { set: name }), ...numbers })] : [];
    });
    return sets.filter((set, i) => !sets.slice(0, i).some((before) => isSame(before.values, set.values)));
  }

  #tellFlaw(row: number, cells: readonly (readonly [string, ReadonlyMap<number, RawRow | CellFlaw>])[]): void {
    const own = cells.flatMap(([name, column]) => [[name, column.get(row) ?? 'none'] as const]);
    if (own.some(([, cell]) => isRow(cell))) return;
    const [field, flaw] = own.find(([, cell]) => cell !== 'none') ?? own[0] ?? ['vector', 'none'];
    const error = this.#valueOf(/error/i, row);
    const why = flaw === 'none' && error !== null ? { error } : (flaw as CellFlaw);
    this.log.add(problem('bad-vector', this.#places[row]!(field), why, this.#idOf(row)));
  }

  #valueOf(name: RegExp, row: number): string | null {
    for (const [field, values] of this.#fields) if (name.test(field) && values[row] !== undefined) return values[row];
    return null;
  }

  #idOf = (row: number): string | null => this.#valueOf(OWN_ID, row) ?? this.#valueOf(/(?:^|[._-])id$/i, row);

  #numbers(field: string, raw: readonly RawRow[]): Pick<ImportedVectors, 'dimensions' | 'values'> | null {
    const last = field.toLowerCase().split(/[._-]/).at(-1);
    const named = ENCODINGS.find((encoding) => encoding === last) ?? null;
    const placeOf = (row: number): ProblemPlace => this.#places[row]!();
    const rows = soundRows(raw, named, { file: this.file, field }, placeOf, this.#idOf, this.log);
    return rows && { dimensions: rows[0]!.length, values: concatenated(rows) };
  }
}

const isRow = (cell: RawRow | CellFlaw | undefined): cell is RawRow => typeof cell === 'object' && cell.length > 0;

/** Rows as numbers, null where one is not sound, which is said, as is what was only guessed. */
function soundRows(
  raw: readonly RawRow[],
  named: Encoding | null,
  place: ProblemPlace,
  placeOf: (row: number) => ProblemPlace,
  idOf: (row: number) => string | null,
  log: ProblemLog,
): readonly Float32Array[] | null {
  const set = settled(raw, named);
  if (!set) {
    log.add(problem('bad-vector', place, 'whole', null));
    return null;
  }
  const { rows, encoding, isGuess } = set;
  if (isGuess) log.warn(problem('doubtful-vectors', place, { why: 'read-as', encoding, columns: raw[0]!.length }));
  const flaws = rows.map((row) => flawOf(row, rows[0]!.length));
  flaws.forEach((why, row) => {
    if (why !== null) log.add(problem('bad-vector', placeOf(row), why, idOf(row)));
  });
  return flaws.every((why) => why === null) ? rows : null;
}

function flawOf(vector: Float32Array, expected: number): VectorFlaw | null {
  if (vector.length !== expected) return { width: vector.length, expected };
  if (!vector.every(Number.isFinite)) return 'not-finite';
  return vector.some((value) => value !== 0) ? null : 'zero';
}

export function concatenated(parts: readonly Float32Array[]): Float32Array {
  const values = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    values.set(part, at);
    at += part.length;
  }
  return values;
}

export const pickRows = (values: Float32Array, dimensions: number, rows: readonly number[]): Float32Array =>
  concatenated(rows.map((row) => values.subarray(row * dimensions, (row + 1) * dimensions)));

/** In the order of the numbers by which a service names rows. */
function sorted(set: ImportedVectors): ImportedVectors {
  const index = set.fields.find(({ name, values }) => INDEX.test(name) && isOrder(values));
  if (!index) return set;
  const order = index.values.map((_, row) => row).sort((a, b) => Number(index.values[a]) - Number(index.values[b]));
  const others = set.fields.filter((field) => field !== index);
  const fields = others.map(({ name, values }) => ({ name, values: order.map((row) => values[row]!) }));
  return { ...set, index: index.name, fields, values: pickRows(set.values, set.dimensions, order) };
}

const isOrder = (values: readonly string[]): boolean =>
  new Set(values).size === values.length &&
  values.every((value) => /^\d+$/.test(value) && Number(value) < values.length);

const isSame = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

/** @returns none where nothing can be read, problems in the log @throws {SourceFailure} as the source does */
export async function readVectorRows(file: SourceText | SourceTable, log: ProblemLog): Promise<ImportedVectors[]> {
  const gatherer = new RowGatherer(file.path, log);
  let isWhole = true;
  const rows = 'rows' in file ? rowsOfTable(file) : rowsOfText(file, log, () => void (isWhole = false));
  for await (const row of rows) gatherer.add(row);
  return gatherer.finish(isWhole);
}

/** @returns none where nothing can be read, problems in the log @throws {SourceFailure} as the source does */
export async function readVectorArray(source: SourceBytes, log: ProblemLog): Promise<ImportedVectors[]> {
  const { path: file } = source;
  const read = readArray(file, await source.read());
  if (!('values' in read)) {
    log.add(problem('bad-array', { file }, 'why' in read ? read.why : 'texts'));
    return [];
  }
  const { rows: count, columns, areNumbers, isRounded, ids } = read;
  const raw = Array.from({ length: count }, (_, row) => read.values.subarray(row * columns, (row + 1) * columns));
  const placeOf = (row: number): ProblemPlace => ({ file, field: `[${row}]` });
  const rows = soundRows(raw, areNumbers ? 'float' : null, { file }, placeOf, (row) => ids?.[row] ?? null, log);
  if (!rows) return [];
  if (isRounded) log.warn(problem('rounded-vectors', { file }));
  const values = rows === raw ? read.values : concatenated(rows);
  const fields = ids ? [{ name: 'id', values: ids }] : [];
  return [{ kind: 'vectors', file, fields, models: [], dimensions: rows[0]!.length, values }];
}

const BESIDE = ['id', 'ids', 'key', 'keys', 'metadata', 'docids', 'qids'];
const OF_VECTORS = ['vector', 'vectors', 'embedding', 'embeddings', 'emb', 'embs'];

/** What tells files apart beside that they hold vectors, or ids of them: `doc_ids` and `doc_embeddings` are of `doc`. */
export function subjectOf(path: string, kind: 'ids' | 'vectors'): string | null {
  const words = baseName(path)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .slice(0, -1);
  if (kind === 'ids' && !words.some((word) => BESIDE.includes(word))) return null;
  return `${folderOf(path)}/${words.filter((word) => ![...BESIDE, ...OF_VECTORS].includes(word)).join(' ')}`;
}

/** With ids that lie in a file beside, row by row. @throws {SourceFailure} as the source does */
export async function withIds(
  sets: readonly ImportedVectors[],
  source: SourceText | SourceBytes,
  log: ProblemLog,
): Promise<ImportedVectors[]> {
  const { path: file } = source;
  const ids = 'read' in source ? idsOfArray(file, await source.read()) : await idsOfText(source, log);
  const given = ids[0]?.values.length ?? 0;
  return sets.flatMap((set) => {
    const rows = set.values.length / set.dimensions;
    if (rows === given) return [{ ...set, fields: [...set.fields, ...ids] }];
    log.add(problem('bad-array', { file }, { ids: given, rows }));
    return [];
  });
}

function idsOfArray(path: string, bytes: Uint8Array): VectorField[] {
  const read = readArray(path, bytes);
  return 'texts' in read ? [{ name: 'id', values: read.texts }] : [];
}

/** A JSON list, a table with a header, or a line each. */
async function idsOfText(file: SourceText, log: ProblemLog): Promise<VectorField[]> {
  const text = await wholeText(file);
  if (/^\s*\[/.test(text)) {
    const list = (parseJson(text, file.path, log) ?? []) as readonly unknown[];
    return [{ name: 'id', values: list.map((each) => asId(each) ?? '') }];
  }
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  if (!['tsv', 'csv'].includes(extensionOf(file.path)) || !/[\t,;]/.test(lines[0] ?? ''))
    return [{ name: 'id', values: lines }];
  const [head, ...rows] = parseCsv(text).rows;
  return head!.cells.map((name, i) => ({ name: name.trim(), values: rows.map(({ cells }) => cells[i] ?? '') }));
}
