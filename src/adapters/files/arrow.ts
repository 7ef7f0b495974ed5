import { tooLarge } from '../../domain/dataset/problem';
import { type ByteSource, bytesOf, type RowGroup, type RowSource } from './byte-source';
import { unpackedLz4 } from './lz4';

const GROUP_ROWS = 4096;

/** Rows of Arrow's file format, which Feather is, or stream format, which `save_to_disk` of Datasets writes. @param maxBytes unpacked */
export async function arrowRows(source: ByteSource, maxBytes: number): Promise<RowSource> {
  const [{ CompressionType, Endianness, setCompressionCodec, tableFromIPC }, { compressors }] = await Promise.all([
    import('@uwdata/flechette'),
    import('hyparquet-compressors'),
  ]);
  const codecs = [
    [CompressionType.LZ4_FRAME, unpackedLz4],
    [CompressionType.ZSTD, compressors.ZSTD!],
  ] as const;
  const setCodecs = (): void => {
    let left = maxBytes;
    for (const [type, unpack] of codecs)
      setCompressionCodec(type, {
        encode: (bytes) => bytes,
        decode(bytes, length) {
          if ((left -= length) < 0) throw tooLarge(source.path, maxBytes);
          const unpacked = unpack(bytes, length);
          if (unpacked.length !== length) throw new Error('a part unpacks to another size than it should');
          // Columns are views of what begins at a multiple of 8 bytes.
          return unpacked.byteOffset % 8 === 0 ? unpacked : unpacked.slice();
        },
      });
  };
  const opened = async () => {
    const bytes = await bytesOf(source);
    if (!isWhole(bytes)) throw new Error('it is cut short, or no Arrow file');
    // The library has one set for all files.
    setCodecs();
    const read = tableFromIPC(bytes, { useBigInt: true, useDate: true });
    if (read.schema.endianness === Endianness.Big) throw new Error('its numbers are big-endian');
    return read;
  };
  let first: Awaited<ReturnType<typeof opened>> | null = await opened();
  const columns = first.names as string[];
  return {
    columns,
    bytes: source.bytes,
    async *groups(wanted = columns, most = Infinity): AsyncGenerator<RowGroup> {
      // Read again the next time, so that not all files of a set are held at once.
      const table = first ?? (await opened());
      first = null;
      const chosen = table.select([...wanted]);
      const count = Math.min(chosen.numRows, most);
      for (let from = 0; from < count; from += GROUP_ROWS) {
        const length = Math.min(GROUP_ROWS, count - from);
        const rows = Array.from({ length }, (_, i) => chosen.at(from + i) as Record<string, unknown>);
        yield { rows, bytes: (source.bytes * length) / chosen.numRows };
      }
    },
  };
}

const MAGIC = [...'ARROW1'].map((character) => character.charCodeAt(0));
const END_OF_STREAM = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

/** A stream that is cut between two batches is read without a complaint, as far as it goes. */
function isWhole(bytes: Uint8Array): boolean {
  const isFile = MAGIC.every((byte, i) => bytes[i] === byte);
  const end = isFile ? MAGIC : END_OF_STREAM;
  return end.every((byte, i) => bytes[bytes.length - end.length + i] === byte);
}
