import { textOfBytes } from '../../../../base/bytes';
import { valueOf } from '../../../../base/containers';
import { bitsPerNumber, pickRows, rowCount, type Vectors } from '../../../../base/vectors';
import { baseName, extensionOf, folderOf } from '../../../../base/paths';
import type { ImportedVectors, VectorField } from '../../outcome';
import type { VectorFlaw } from './problems';
import { problem, type ProblemLog, type ProblemPlace } from '../../problem';
import { parseCsv } from '../../readers/csv';
import { parseJson } from '../../readers/json-records';
import { asId } from '../../readers/records';
import { type SourceBytes, type SourceTable, type SourceText, wholeText } from '../../source';
import { readArray } from './arrays';
import { type CellFlaw, type Encoding, ENCODINGS, settled } from './encodings';
import { rowsOfTable, type VectorRow, rowsOfText, vectorIn } from './rows';
import { NumberColumn, type WrittenNumbers } from './written-numbers';

const MODEL = /(?:^|\.)model$/i;
/** The place of a row, which is no id of anything. */
const INDEX = /^(?:index|unnamed: 0|__index_level_\d+__|)$/i;
/** Names of ids that a person gave, which say more than those of a store or a service. */
export const OWN_ID =
  /(?:^|[._-])(?:doc(?:ument)?[-_]?(?:id)?|(?:passage|chunk|query|question)[-_]?id|[pq]id|custom_id|recordid|key)$/i;

/** Vectors of one field, the rows that have one, and why others have none. */
const fieldVectors = () => ({ column: new NumberColumn(), rows: [] as number[], flaws: new Map<number, CellFlaw>() });

type FieldVectors = ReturnType<typeof fieldVectors>;

/** Gathers rows of one file; a field that holds vectors is a set of its own. */
class RowGatherer {
  readonly #vectors = new Map<string, FieldVectors>();
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
      if (cell !== null) {
        const { column, rows, flaws } = valueOf(this.#vectors, name, fieldVectors);
        if (typeof cell === 'string') flaws.set(row, cell);
        else {
          column.add(cell);
          rows.push(row);
        }
      } else if (MODEL.test(name) && typeof value === 'string') this.#models.add(value);
      else {
        const written =
          value instanceof Uint8Array ? textOfBytes(value) : asId(typeof value === 'bigint' ? `${value}` : value);
        if (written !== null) valueOf(this.#fields, name, () => [])[row] = written;
      }
    }
  }

  finish(isWhole: boolean): ImportedVectors[] {
    const { file, log } = this;
    const count = this.#places.length;
    if (isWhole && count === 0 && log.problems.length === 0) log.add(problem('empty-file', { file }));
    const all = [...this.#vectors];
    const whole = all.filter(([, { rows }]) => rows.length === count);
    if (whole.length === 0) {
      const before = log.problems.length;
      this.#tellFlaws(all);
      // Each row has a vector, and no field has all.
      if (log.problems.length === before) for (const each of all) this.#tellFlaws([each]);
      return [];
    }
    const left = all.filter(([, own]) => own.rows.length < count && !isBare(own));
    const names = left.map(([name]) => name);
    if (names.length > 0) log.warn(problem('doubtful-vectors', { file }, { why: 'sets', names }));
    const fields = [...this.#fields].map(([name, values]) => ({
      name,
      values: Array.from(this.#places, (_, row) => values[row] ?? ''),
    }));
    const about = { kind: 'vectors', file, fields, models: [...this.#models] } as const;
    const sets = whole.flatMap(([name, { column }]) => {
      const last = name.toLowerCase().split(/[._-]/).at(-1);
      const named = ENCODINGS.find((encoding) => encoding === last) ?? null;
      const placeOf = (row: number): ProblemPlace => this.#places[row]!();
      const sound = soundVectors(column.finish(), named, { file, field: name }, placeOf, this.#idOf, log);
      return sound ? [sorted({ ...about, ...(whole.length > 1 && { set: name }), ...sound })] : [];
    });
    return sets.filter((set, i) => !sets.slice(0, i).some((before) => isSame(before.values, set.values)));
  }

  /** Of each row that none of the fields has a vector of. */
  #tellFlaws(fields: readonly (readonly [string, FieldVectors])[]): void {
    const there = new Set(fields.flatMap(([, { rows }]) => rows));
    for (const [row, place] of this.#places.entries()) {
      if (there.has(row)) continue;
      const own = fields.map(([name, { flaws }]) => [name, flaws.get(row) ?? 'none'] as const);
      const [field, flaw] = own.find(([, cell]) => cell !== 'none') ?? own[0] ?? ['vector', 'none'];
      const error = this.#valueOf(/error/i, row);
      const why = flaw === 'none' && error !== null ? { error } : flaw;
      this.log.add(problem('bad-vector', place(field), why, this.#idOf(row)));
    }
  }

  #valueOf(name: RegExp, row: number): string | null {
    for (const [field, values] of this.#fields) if (name.test(field) && values[row] !== undefined) return values[row];
    return null;
  }

  #idOf = (row: number): string | null => this.#valueOf(OWN_ID, row) ?? this.#valueOf(/(?:^|[._-])id$/i, row);
}

const isBare = ({ rows, flaws }: FieldVectors): boolean =>
  rows.length === 0 && [...flaws.values()].every((flaw) => flaw === 'none');

/** Null where a row is not sound, which is said, as is what was only guessed. */
function soundVectors(
  written: WrittenNumbers,
  named: Encoding | null,
  place: ProblemPlace,
  placeOf: (row: number) => ProblemPlace,
  idOf: (row: number) => string | null,
  log: ProblemLog,
): Pick<ImportedVectors, 'dimensions' | 'values'> | null {
  const read = settled(written, named);
  if (typeof read === 'string') {
    log.add(problem('bad-vector', place, read, null));
    return null;
  }
  const { vectors, encoding, isGuess } = read;
  const { widths, values } = written;
  const columns = widths[0]!;
  if (isGuess) log.warn(problem('doubtful-vectors', place, { why: 'read-as', encoding, columns }));
  const before = log.problems.length;
  // Numbers of bytes may be of four each, and bits are eight of one.
  const [perColumn, bits] = [vectors.length / values.length, vectors instanceof Uint8Array ? 8 : 1];
  let at = 0;
  for (const [row, width] of widths.entries()) {
    const own = vectors.subarray(at, (at += width * perColumn));
    const why = width === columns ? flawOf(own) : { width: own.length * bits, expected: columns * perColumn * bits };
    if (why !== null) log.add(problem('bad-vector', placeOf(row), why, idOf(row)));
  }
  return log.problems.length > before ? null : { dimensions: columns * perColumn * bits, values: vectors };
}

function flawOf(vector: Vectors): VectorFlaw | null {
  if (vector instanceof Float32Array && !vector.every(Number.isFinite)) return 'not-finite';
  return vector instanceof Uint8Array || vector.some((value) => value !== 0) ? null : 'zero';
}

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

const isSame = (a: Vectors, b: Vectors): boolean =>
  bitsPerNumber(a) === bitsPerNumber(b) && a.length === b.length && a.every((value, i) => value === b[i]);

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
  const { rows, columns, values, areNumbers, isRounded, ids } = read;
  const written = { values, widths: new Array<number>(rows).fill(columns), areBytes: false };
  const placeOf = (row: number): ProblemPlace => ({ file, field: `[${row}]` });
  const idOf = (row: number): string | null => ids?.[row] ?? null;
  const sound = soundVectors(written, areNumbers ? 'float' : null, { file }, placeOf, idOf, log);
  if (!sound) return [];
  if (isRounded) log.warn(problem('rounded-vectors', { file }));
  return [{ kind: 'vectors', file, fields: ids ? [{ name: 'id', values: ids }] : [], models: [], ...sound }];
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
    const rows = rowCount(set.values, set.dimensions);
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
