import { extensionOf } from '../../base/paths';
import { problem, SourceFailure } from '../../domain/dataset/problem';
import type { SourceTable } from '../../domain/dataset/source';
import { type ByteSource, bytesOf } from './byte-source';
import type { Meter } from './text';

export const isParquetName = (path: string): boolean => extensionOf(path) === 'parquet';

export function parquetTable(source: ByteSource, meter: Meter): SourceTable {
  const { path } = source;
  let whole: Promise<ArrayBuffer> | undefined;
  const bytes = (): Promise<ArrayBuffer> => (whole ??= bytesOf(source).then(({ buffer }) => buffer));
  return {
    path,
    bytes: source.bytes,
    async columns() {
      try {
        const { parquetMetadata, parquetSchema } = await import('hyparquet');
        return parquetSchema(parquetMetadata(await bytes())).children.map(({ element }) => element.name);
      } catch {
        // What is no Parquet has no columns; reading its rows reports that.
        return [];
      }
    },
    async rows(columns) {
      const file = await bytes();
      meter.advance(path, file.byteLength);
      try {
        const { parquetReadObjects } = await import('hyparquet');
        const rows = await parquetReadObjects({ file, columns: [...columns] });
        return rows.map((row) => Object.fromEntries(columns.map((name) => [name, plain(row[name])])));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new SourceFailure(problem('bad-parquet', { file: path }, why));
      }
    },
  };
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
}
