import type { ArrayProblem, ImportedVectors } from '../outcome';
import { problem, type ProblemLog } from '../problem';
import { extensionOf } from '../../../base/paths';
import { listIn } from '../readers/lists';
import { asId, fieldIn, fieldNames, readRecords, type DataRecord } from '../readers/records';
import type { SourceBytes, SourceTable, SourceText } from '../source';

export interface NumberTable {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
  readonly isRounded: boolean;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

const isNpy = (bytes: Uint8Array): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

export interface NpyHeader {
  readonly bytesPerNumber: 2 | 4 | 8;
  readonly isLittle: boolean;
  readonly isFortran: boolean;
  readonly rows: number;
  readonly columns: number;
  readonly dataAt: number;
}

/**
 * Reads a 2-D float array in NumPy's `.npy`, versions 1 to 3
 * (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html), in single precision. The numbers may be a
 * view of the bytes. @returns null where it is none, which is reported
 */
export function readNpy(bytes: Uint8Array, file: string, log: ProblemLog): NumberTable | null {
  const header = readNpyHeader(bytes);
  if (!('dataAt' in header)) {
    log.add(problem('bad-array', { file }, header.why));
    return null;
  }
  const { rows, columns, bytesPerNumber, dataAt } = header;
  const [expected, got] = [rows * columns * bytesPerNumber, bytes.length - dataAt];
  if (expected !== got) {
    log.add(problem('bad-array', { file }, { rows, columns, expected, got }));
    return null;
  }
  return {
    rows,
    columns,
    values: asTheyLie(bytes, header) ?? arrayNumbers(bytes, header),
    isRounded: bytesPerNumber === 8,
  };
}

export function readNpyHeader(bytes: Uint8Array): NpyHeader | { readonly why: ArrayProblem } {
  if (bytes.length === 0) return { why: 'empty-file' };
  if (!isNpy(bytes) || bytes.length < 12) return { why: 'no-array' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isFirst = bytes[6] === 1;
  const textAt = isFirst ? 10 : 12;
  const dataAt = textAt + (isFirst ? view.getUint16(8, true) : view.getUint32(8, true));
  const text = [...bytes.subarray(textAt, dataAt)].map((unit) => String.fromCharCode(unit)).join('');
  const type = /'descr'\s*:\s*'([^']*)'/.exec(text)?.[1];
  const shape = /'shape'\s*:\s*\(([^)]*)\)/.exec(text)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  if (type === undefined || shape === undefined || order === undefined) return { why: 'header' };
  const found = /^([<>])f([248])$/.exec(type);
  if (!found) return { why: { type } };
  const sizes = shape.split(',').filter((part) => part.trim() !== '');
  if (sizes.length !== 2) return { why: { dimensions: sizes.length } };
  const [rows, columns] = sizes.map(Number) as [number, number];
  if (!(rows > 0 && columns > 0)) return { why: { rows, columns } };
  const bytesPerNumber = Number(found[2]) as 2 | 4 | 8;
  return { bytesPerNumber, isLittle: found[1] === '<', isFortran: order === 'True', rows, columns, dataAt };
}

/** A view, where they are written as this machine has them: every browser runs on little-endian ones. */
function asTheyLie(bytes: Uint8Array, { bytesPerNumber, isLittle, isFortran, rows, columns, dataAt }: NpyHeader) {
  const at = bytes.byteOffset + dataAt;
  if (bytesPerNumber !== 4 || !isLittle || isFortran || at % 4 !== 0) return null;
  return new Float32Array(bytes.buffer, at, rows * columns);
}

export function arrayNumbers(
  bytes: Uint8Array,
  { bytesPerNumber, isLittle, isFortran, rows, columns, dataAt }: NpyHeader,
): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataAt);
  const read = {
    2: (at: number) => halfOf(view.getUint16(at, isLittle)),
    4: (at: number) => view.getFloat32(at, isLittle),
    8: (at: number) => view.getFloat64(at, isLittle),
  }[bytesPerNumber];
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const place = isFortran ? column * rows + row : row * columns + column;
      values[row * columns + column] = read(place * bytesPerNumber);
    }
  return values;
}

/** From the bits of IEEE 754 binary16. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const IDS = ['_id', 'id', 'doc_id', 'docid', 'passage_id', 'pid', 'qid', 'query_id', 'query-id'];
const VECTORS = ['vector', 'embedding'];
const TEXTS = ['text', 'contents', 'content', 'title', 'query', 'question', 'user_input', 'retrieval_gt'];
const NAMED = /vector|embed/i;

export const isVectorTable = async (file: SourceText): Promise<boolean> =>
  hasVectors(fieldNames(await file.head()), file.path);

export function hasVectors(names: ReadonlySet<string>, path: string): boolean {
  const has = (fields: readonly string[]): boolean => fields.some((field) => names.has(field));
  return has(IDS) && has(VECTORS) && (!has(TEXTS) || NAMED.test(path));
}

/** @returns null where nothing can be read, problems in the log @throws {SourceFailure} as the source does */
export async function readVectorTable(file: SourceText, log: ProblemLog): Promise<ImportedVectors | null> {
  const builder = new TableBuilder(file.path, log);
  let isWhole = true;
  const lost = (): void => void (isWhole = false);
  for await (const records of readRecords(file, ['id', 'vector'], log, lost))
    for (const record of records) builder.add(record);
  return builder.finish(isWhole);
}

export async function readVectorParquet(file: SourceTable, log: ProblemLog): Promise<ImportedVectors | null> {
  const builder = new TableBuilder(file.path, log);
  const columns = await file.columns();
  const wanted = columns.filter((name) => [...IDS, ...VECTORS].includes(name.toLowerCase()));
  const rows = await file.rows(wanted);
  for (const [row, values] of rows.entries())
    builder.add({
      fields: new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value])),
      isText: false,
      place: (field) => ({ file: file.path, field: field === undefined ? `[${row}]` : `[${row}].${field}` }),
    });
  return builder.finish(true);
}

class TableBuilder {
  readonly #rows: Float32Array[] = [];
  readonly #ids = new Set<string>();

  constructor(
    private readonly file: string,
    private readonly log: ProblemLog,
  ) {}

  add(record: DataRecord): void {
    const id = idOf(record, this.log);
    const vector = vectorOf(record, this.log);
    if (id === null || vector === null) return;
    const place = record.place();
    if (this.#ids.has(id)) this.log.add(problem('wrong-shape', place, 'unique-id', { again: id }));
    this.#ids.add(id);
    const expected = this.#rows[0]?.length ?? vector.length;
    if (vector.length !== expected)
      return this.log.add(problem('bad-vector', place, { width: vector.length, expected }));
    const row = Float32Array.from(vector, (value) => (typeof value === 'number' ? value : NaN));
    this.#rows.push(row);
    const why = unsound(row);
    if (why !== null) this.log.add(problem('bad-vector', place, why));
  }

  finish(isWhole: boolean): ImportedVectors | null {
    const { file, log } = this;
    if (isWhole && this.#ids.size === 0 && log.problems.length === 0) log.add(problem('empty-file', { file }));
    const [first] = this.#rows;
    if (!first) return null;
    const values = new Float32Array(this.#rows.length * first.length);
    this.#rows.forEach((row, i) => values.set(row, i * first.length));
    return { kind: 'vectors', file, ids: [...this.#ids], dimensions: first.length, values };
  }
}

function unsound(vector: Float32Array): 'zero' | 'not-finite' | null {
  if (!vector.every(Number.isFinite)) return 'not-finite';
  return vector.some((value) => value !== 0) ? null : 'zero';
}

function idOf(record: DataRecord, log: ProblemLog): string | null {
  const field = fieldIn(record, IDS) ?? 'id';
  const id = asId(record.fields.get(field));
  if (id === null || id === '') log.add(problem('wrong-shape', record.place(field), 'vector-id', 'none'));
  return id === '' ? null : id;
}

function vectorOf(record: DataRecord, log: ProblemLog): readonly unknown[] | null {
  const field = fieldIn(record, VECTORS) ?? 'vector';
  const list = listIn(record, field, log);
  if (list === null || list?.length === 0) {
    log.add(problem('wrong-shape', record.place(field), 'numbers', list === null ? 'nothing' : 'empty'));
    return null;
  }
  return list ?? null;
}

export const isArrayName = (path: string): boolean => extensionOf(path) === 'npy';

/** In the order of the documents or of the questions. @throws {SourceFailure} as the source does */
export async function readVectorArray(file: SourceBytes, log: ProblemLog): Promise<ImportedVectors | null> {
  const table = readNpy(await file.read(), file.path, log);
  if (!table) return null;
  const { rows, columns, values, isRounded } = table;
  for (let row = 0; row < rows; row++) {
    const why = unsound(values.subarray(row * columns, (row + 1) * columns));
    if (why !== null) log.add(problem('bad-vector', { file: file.path, field: `[${row}]` }, why));
  }
  if (isRounded) log.warn(problem('rounded-vectors', { file: file.path }));
  return { kind: 'vectors', file: file.path, ids: null, dimensions: columns, values };
}
