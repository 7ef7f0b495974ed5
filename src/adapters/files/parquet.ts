import { type ByteSource, bytesOf, type RowGroup, type RowSource } from './byte-source';

/** Rows of a Parquet file; where any part of it can be read by itself, a row group at a time. */
export async function parquetRows(source: ByteSource): Promise<RowSource> {
  const { blob } = source;
  const file = blob
    ? { byteLength: blob.size, slice: (from: number, to?: number) => blob.slice(from, to).arrayBuffer() }
    : (await bytesOf(source)).buffer;
  const [{ parquetMetadataAsync, parquetReadObjects, parquetSchema }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const metadata = await parquetMetadataAsync(file);
  return {
    columns: parquetSchema(metadata).children.map(({ element }) => element.name),
    bytes: metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0),
    async *groups(columns, most = Infinity): AsyncGenerator<RowGroup> {
      // Bytes that are no text: maybe the numbers of a vector.
      const chosen = columns && { columns: [...columns], utf8: false };
      let rowStart = 0;
      for (const group of metadata.row_groups) {
        if (rowStart >= most) return;
        const end = rowStart + Number(group.num_rows);
        const rowEnd = Math.min(end, most);
        const rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd, ...chosen });
        yield { rows, bytes: Number(group.total_byte_size) };
        rowStart = end;
      }
    },
  };
}
