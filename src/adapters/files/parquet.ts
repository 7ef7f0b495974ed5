import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { extensionOf } from '../../base/paths';
import { problem, SourceFailure } from '../../domain/dataset/problem';
import type { SourceTable, SourceText, TextBlock } from '../../domain/dataset/source';
import { type ByteSource, bytesOf } from './byte-source';
import type { Meter } from './text';

export const isParquetName = (path: string): boolean => extensionOf(path) === 'parquet';

const HEAD_ROWS = 20;
/** Rows of a large row group that are unpacked at once. */
const ROWS = 5000;

/** A Parquet file, a row group at a time: as columns, and as the JSON Lines that readers of texts take. */
export class ParquetFile implements SourceTable, SourceText {
  readonly path: string;
  readonly bytes: number;
  #head: Promise<string> | undefined;
  #opened: Promise<{ readonly file: AsyncBuffer; readonly metadata: FileMetaData }> | undefined;

  constructor(
    private readonly source: ByteSource,
    private readonly meter: Meter,
  ) {
    this.path = source.path;
    this.bytes = source.bytes;
  }

  async columns(): Promise<readonly string[]> {
    const { parquetSchema } = await import('hyparquet');
    return parquetSchema((await this.#open()).metadata).children.map(({ element }) => element.name);
  }

  async rows(columns: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const rows = await this.#read(0, Infinity, columns);
    this.meter.advance(this.path, this.bytes);
    return rows.map((row) => Object.fromEntries(columns.map((name) => [name, plain(row[name])])));
  }

  /** @throws {SourceFailure} where it is no Parquet, or packed in a way that is not read; nothing else does after it */
  head(): Promise<string> {
    return (this.#head ??= this.#read(0, HEAD_ROWS).then(linesOf));
  }

  async *blocks(): AsyncGenerator<TextBlock> {
    let [from, left] = [0, this.bytes];
    const groups = (await this.#open()).metadata.row_groups.map(({ num_rows: rows }) => Number(rows));
    for (const [i, rows] of groups.entries()) {
      for (let at = from; at < from + rows; at += ROWS)
        yield { text: linesOf(await this.#read(at, Math.min(at + ROWS, from + rows))), firstLine: at + 1 };
      from += rows;
      const share = i === groups.length - 1 ? left : Math.floor(this.bytes / groups.length);
      left -= share;
      this.meter.advance(this.path, share);
    }
  }

  async #read(from: number, to: number, columns?: readonly string[]): Promise<Record<string, unknown>[]> {
    try {
      const { file, metadata } = await this.#open();
      const [{ parquetReadObjects }, { compressors }] = await Promise.all([
        import('hyparquet'),
        import('hyparquet-compressors'),
      ]);
      const end = Math.min(to, Number(metadata.num_rows));
      const range = { rowStart: from, rowEnd: end, ...(columns && { columns: [...columns] }) };
      return await parquetReadObjects({ file, metadata, compressors, ...range });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new SourceFailure(problem('bad-parquet', { file: this.path }, why));
    }
  }

  #open() {
    return (this.#opened ??= (async () => {
      const { blob } = this.source;
      const file = blob
        ? { byteLength: blob.size, slice: (from: number, to?: number) => blob.slice(from, to).arrayBuffer() }
        : (await bytesOf(this.source)).buffer;
      const { parquetMetadataAsync } = await import('hyparquet');
      return { file, metadata: await parquetMetadataAsync(file) };
    })());
  }
}

const linesOf = (rows: readonly Record<string, unknown>[]): string =>
  rows.map((row) => `${JSON.stringify(row, (_, value: unknown) => plain(value))}\n`).join('');

/** What JSON can hold. Whole numbers of 64 bits are texts, since ids are: as numbers they would be rounded. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
}
