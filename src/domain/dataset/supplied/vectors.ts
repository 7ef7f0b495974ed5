import type { ImportedVectors } from '../outcome';
import { extensionOf } from '../../../base/paths';
import { problem, type ProblemPlace, type ProblemLog } from '../problem';
import { listIn } from '../readers/list-field';
import { asId, fieldIn, fieldNames, readRecords, type DataRecord } from '../readers/records';
import type { SourceBytes, SourceTable, SourceText } from '../source';
import { readNpy } from './npy';

const IDS = ['_id', 'id', 'doc_id', 'docid', 'passage_id', 'pid', 'qid', 'query_id', 'query-id'];
const VECTORS = ['vector', 'embedding'];
/** With a text beside the vector a file is a collection, unless its name says what is meant. */
const TEXTS = ['text', 'contents', 'content', 'title', 'query', 'question', 'user_input', 'retrieval_gt'];
const NAMED = /vector|embed/i;

/** Whether a table is surely one of vectors: an id and a vector per row, and no text beside them. */
export const isVectorTable = async (file: SourceText): Promise<boolean> =>
  hasVectors(fieldNames(await file.head()), file.path);

/** @param names of the columns, in small letters */
export function hasVectors(names: ReadonlySet<string>, path: string): boolean {
  const has = (fields: readonly string[]): boolean => fields.some((field) => names.has(field));
  return has(IDS) && has(VECTORS) && (!has(TEXTS) || NAMED.test(path));
}

/**
 * Rows of an id and a list of numbers.
 *
 * @returns null where nothing can be read, problems in the log
 * @throws {SourceFailure} as the source does
 */
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
  readonly #rows: VectorRows;
  readonly #ids = new Set<string>();

  constructor(
    private readonly file: string,
    private readonly log: ProblemLog,
  ) {
    this.#rows = new VectorRows(log);
  }

  add(record: DataRecord): void {
    const id = idOf(record, this.log);
    const vector = vectorOf(record, this.log);
    if (id === null || vector === null) return;
    if (this.#ids.has(id)) this.log.add(problem('wrong-shape', record.place(), 'unique-id', { again: id }));
    this.#ids.add(id);
    this.#rows.add(vector, record.place());
  }

  /** @param isWhole whether all of the file was read, so that it is empty where nothing was added */
  finish(isWhole: boolean): ImportedVectors | null {
    const { file, log } = this;
    if (isWhole && this.#ids.size === 0 && log.problems.length === 0) log.add(problem('empty-file', { file }));
    if (this.#ids.size === 0) return null;
    const { dimensions } = this.#rows;
    return { kind: 'vectors', file, ids: [...this.#ids], dimensions, values: this.#rows.finish() };
  }
}

const FIRST_ROWS = 256;

class VectorRows {
  #values = new Float32Array(0);
  #dimensions = 0;
  #rows = 0;

  constructor(private readonly log: ProblemLog) {}

  get dimensions(): number {
    return this.#dimensions;
  }

  /** A vector that is not valid is reported. */
  add(vector: ArrayLike<unknown>, place: ProblemPlace): void {
    if (this.#rows === 0) {
      this.#dimensions = vector.length;
      this.#values = new Float32Array(FIRST_ROWS * vector.length);
    }
    const width = this.#dimensions;
    if (vector.length !== width) {
      this.log.add(problem('bad-vector', place, { width: vector.length, expected: width }));
      return;
    }
    if ((this.#rows + 1) * width > this.#values.length) this.#grow();
    const at = this.#rows++ * width;
    for (let i = 0; i < width; i++) {
      const value = vector[i];
      this.#values[at + i] = typeof value === 'number' ? value : NaN;
    }
    const why = unsound(this.#values.subarray(at, at + width));
    if (why !== null) this.log.add(problem('bad-vector', place, why));
  }

  finish(): Float32Array {
    return this.#values.slice(0, this.#rows * this.#dimensions);
  }

  #grow(): void {
    const larger = new Float32Array(this.#values.length * 2);
    larger.set(this.#values);
    this.#values = larger;
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

/**
 * NumPy array: one vector per row, in the order of the documents or of the questions.
 *
 * @returns null where nothing can be read, problems in the log
 * @throws {SourceFailure} as the source does
 */
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
