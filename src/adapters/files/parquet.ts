import { valueOf } from '../../base/containers';
import { type ByteSource, bytesOf, type RowGroup, type RowSource } from './byte-source';

/** Bytes of a piece of a row group: as texts and rows they take several times as much. */
const PIECE = 2 ** 22;

/** Rows of a Parquet file; where any part of it can be read by itself, a row group at a time, and pieces of large ones. */
export async function parquetRows(source: ByteSource): Promise<RowSource> {
  const { blob } = source;
  const whole = blob ? null : (await bytesOf(source)).buffer;
  const kept = new Map<string, Promise<ArrayBuffer>>();
  const slice = (from: number, to?: number): Promise<ArrayBuffer> =>
    valueOf(kept, `${from}-${to}`, () => blob!.slice(from, to).arrayBuffer());
  const file = whole ?? { byteLength: blob!.size, slice };
  const [{ parquetMetadataAsync, parquetReadObjects, parquetSchema }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const metadata = await parquetMetadataAsync(file);
  const fields = parquetSchema(metadata).children;
  return {
    columns: fields.map(({ element }) => element.name),
    bytes: metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0),
    async *groups(wanted, most = Infinity): AsyncGenerator<RowGroup> {
      // Bytes that are no text: maybe the numbers of a vector.
      const columns = wanted && { columns: [...wanted], utf8: false };
      // Of lists and structs the pages before a piece cannot be passed over.
      const areFlat = fields.every(({ element, children }) => {
        return children.length === 0 || wanted?.includes(element.name) === false;
      });
      let start = 0;
      for (const group of metadata.row_groups) {
        const [count, bytes] = [Number(group.num_rows), Number(group.total_byte_size)];
        const step = areFlat ? Math.max(1, Math.ceil((count * PIECE) / bytes)) : count;
        for (let from = 0; from < count && start + from < most; from += step) {
          const to = Math.min(from + step, count);
          const rowEnd = Math.min(start + to, most);
          const rows = await parquetReadObjects({
            ...{ file, metadata, compressors, rowStart: start + from, rowEnd },
            ...columns,
          });
          yield { rows, bytes: Math.round((bytes * to) / count) - Math.round((bytes * from) / count) };
        }
        kept.clear();
        start += count;
      }
    },
  };
}
