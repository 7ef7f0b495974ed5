import { extensionOf } from '../../base/paths';
import { problem, SourceFailure, tooLarge } from '../../domain/dataset/problem';
import { recordBlock, type SourceTable, type SourceText, type TextBlock } from '../../domain/dataset/source';
import { arrowRows } from './arrow';
import type { ByteSource, RowGroup, RowSource } from './byte-source';
import { parquetRows } from './parquet';
import type { Meter } from './text';

type Open = (source: ByteSource, maxBytes: number) => Promise<RowSource>;

const OPENERS: ReadonlyMap<string, readonly [kind: string, open: Open]> = new Map([
  ['parquet', ['Parquet', parquetRows]],
  ['arrow', ['Arrow', arrowRows]],
  ['feather', ['Arrow', arrowRows]],
]);

type Row = RowGroup['rows'][number];

export const isRowFile = (path: string): boolean => OPENERS.has(extensionOf(path));

const HEAD_ROWS = 20;

/** A file of rows: as columns, and as the JSON Lines that readers of texts take. */
export class RowFile implements SourceTable, SourceText {
  #head: Promise<string> | undefined;

  private constructor(
    readonly path: string,
    private readonly source: RowSource,
    private readonly meter: Meter,
    private readonly maxBytes: number,
  ) {}

  /** @throws {SourceFailure} where it is none, or packed in a way that is not read */
  static async open(source: ByteSource, meter: Meter, maxBytes: number): Promise<RowFile> {
    const { path } = source;
    const [, open] = OPENERS.get(extensionOf(path))!;
    try {
      const file = new RowFile(path, await open(source, maxBytes), meter, maxBytes);
      await file.head();
      return file;
    } catch (error) {
      throw failure(path, error);
    }
  }

  get bytes(): number {
    return this.source.bytes;
  }

  columns(): Promise<readonly string[]> {
    return Promise.resolve(this.source.columns);
  }

  async *rows(columns: readonly string[], most = Infinity): AsyncGenerator<RowGroup['rows']> {
    for await (const { rows, bytes } of this.#groups(columns, most)) {
      yield rows;
      if (most === Infinity) this.meter.advance(this.path, bytes);
    }
  }

  head(): Promise<string> {
    return (this.#head ??= this.#firstLines());
  }

  async *blocks(): AsyncGenerator<TextBlock> {
    let [firstLine, units] = [1, 0];
    for await (const { rows, bytes } of this.#groups()) {
      const records = rows.map(plainRow);
      // Values that are repeated are packed once, and are many once they are read.
      for (const record of records) units += sizeOf(record);
      if (units > this.maxBytes) throw tooLarge(this.path, this.maxBytes);
      yield recordBlock(records, firstLine);
      firstLine += records.length;
      this.meter.advance(this.path, bytes);
    }
  }

  async #firstLines(): Promise<string> {
    const records: Row[] = [];
    for await (const { rows } of this.#groups(undefined, HEAD_ROWS)) records.push(...rows.map(plainRow));
    return recordBlock(records, 1).text;
  }

  async *#groups(...wanted: Parameters<RowSource['groups']>): AsyncGenerator<RowGroup> {
    try {
      yield* this.source.groups(...wanted);
    } catch (error) {
      throw failure(this.path, error);
    }
  }
}

function failure(file: string, error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new SourceFailure(problem('bad-table', { file }, OPENERS.get(extensionOf(file))![0], why));
}

/** What JSON can hold of a row. */
function plainRow(row: Row): Row {
  if (Object.values(row).every(isPlain)) return row;
  return JSON.parse(JSON.stringify(row, (_, value: unknown) => plain(value))) as Row;
}

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Whole numbers of 64 bits are texts, since ids are: as numbers they would be rounded. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
}

/** Characters, about. */
const sizeOf = (record: Row): number =>
  Object.values(record).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value : JSON.stringify(value)).length,
    0,
  );
