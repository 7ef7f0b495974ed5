import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { extensionOf } from '../../base/paths';
import { problem, SourceFailure, tooLarge } from '../../domain/dataset/problem';
import type { SourceTable, SourceText, TextBlock } from '../../domain/dataset/source';
import { type ByteSource, bytesOf } from './byte-source';
import type { Meter } from './text';

export const isParquetName = (path: string): boolean => extensionOf(path) === 'parquet';

const HEAD_ROWS = 20;
/** Characters of a block. */
const BLOCK = 2 ** 22;

/** A Parquet file, a row group at a time: as columns, and as the JSON Lines that readers of texts take. */
export class ParquetFile implements SourceTable, SourceText {
  readonly path: string;
  /** Unpacked. A value that is repeated counts once. */
  readonly bytes: number;
  #head: Promise<string> | undefined;

  private constructor(
    source: ByteSource,
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
    private readonly meter: Meter,
    private readonly maxBytes: number,
  ) {
    this.path = source.path;
    this.bytes = metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0);
  }

  /** @throws {SourceFailure} where it is no Parquet, or packed in a way that is not read */
  static async open(source: ByteSource, meter: Meter, maxBytes: number): Promise<ParquetFile> {
    return told(source.path, async () => {
      const { blob } = source;
      const file = blob
        ? { byteLength: blob.size, slice: (from: number, to?: number) => blob.slice(from, to).arrayBuffer() }
        : (await bytesOf(source)).buffer;
      const { parquetMetadataAsync } = await import('hyparquet');
      const table = new ParquetFile(source, file, await parquetMetadataAsync(file), meter, maxBytes);
      await table.head();
      return table;
    });
  }

  async columns(): Promise<readonly string[]> {
    const { parquetSchema } = await import('hyparquet');
    return parquetSchema(this.metadata).children.map(({ element }) => element.name);
  }

  async rows(columns: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const rows = await this.#read(0, Number(this.metadata.num_rows), columns);
    this.meter.advance(this.path, this.bytes);
    return rows.map((row) => Object.fromEntries(columns.map((name) => [name, plain(row[name])])));
  }

  head(): Promise<string> {
    return (this.#head ??= this.#read(0, Math.min(HEAD_ROWS, Number(this.metadata.num_rows))).then((rows) =>
      rows.map(lineOf).join(''),
    ));
  }

  async *blocks(): AsyncGenerator<TextBlock> {
    let [from, units] = [0, 0];
    for (const group of this.metadata.row_groups) {
      const to = from + Number(group.num_rows);
      let lines: string[] = [];
      let [firstLine, size] = [from + 1, 0];
      for (const row of await this.#read(from, to)) {
        const line = lineOf(row);
        size += line.length;
        units += line.length;
        // Values that are repeated are packed once, and are many once they are read.
        if (units > this.maxBytes) throw tooLarge(this.path, this.maxBytes);
        lines.push(line);
        if (size < BLOCK) continue;
        yield { text: lines.join(''), firstLine };
        firstLine += lines.length;
        [lines, size] = [[], 0];
      }
      if (lines.length > 0) yield { text: lines.join(''), firstLine };
      from = to;
      this.meter.advance(this.path, Number(group.total_byte_size));
    }
  }

  #read(rowStart: number, rowEnd: number, columns?: readonly string[]): Promise<Record<string, unknown>[]> {
    return told(this.path, async () => {
      const { parquetReadObjects } = await import('hyparquet');
      const { compressors } = await import('hyparquet-compressors');
      const { file, metadata } = this;
      const chosen = columns && { columns: [...columns] };
      return parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd, ...chosen });
    });
  }
}

async function told<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new SourceFailure(problem('bad-parquet', { file }, why));
  }
}

const lineOf = (row: Record<string, unknown>): string =>
  `${JSON.stringify(row, (_, value: unknown) => plain(value))}\n`;

/** What JSON can hold. Whole numbers of 64 bits are texts, since ids are: as numbers they would be rounded. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
}
