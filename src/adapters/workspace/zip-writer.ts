import { HitrateError } from '../../contract/errors';
import { TextHash } from '../../base/hash';
import { chunksOf } from '../files/byte-source';
import { crc32 } from '../files/zip-small';
import {
  centralHeader,
  DEFLATED,
  endRecord,
  localHeader,
  MAX_ZIP_BYTES,
  MAX_ZIP_ENTRIES,
  STORED,
  type ZipEntry,
} from './zip-format';

/** An entry that is ready to lie in a zip. Its bytes are a blob, which the browser may keep on disk. */
export interface PackedEntry extends ZipEntry {
  readonly sha256: string;
  readonly packed: Blob;
}

type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>;

/** Compresses what comes in chunks: neither all of it nor all that is compressed is held in memory. */
export async function packed(
  path: string,
  chunks: Chunks,
  method: ZipEntry['method'] = DEFLATED,
): Promise<PackedEntry> {
  const hash = new TextHash();
  let [crc, bytes] = [0, 0];
  async function* measured(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for await (const chunk of chunks) {
      hash.bytes(chunk);
      crc = crc32(chunk, crc);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const plain = streamOf(measured());
  const stream = method === STORED ? plain : plain.pipeThrough(new CompressionStream('deflate-raw'));
  const blob = await blobOf(stream);
  return { path, method, crc32: crc, bytes, packedBytes: blob.size, sha256: hash.digest(), packed: blob };
}

/** A stream of what an iterator gives; `ReadableStream.from` is not in every browser. */
function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

const PART_BYTES = 2 ** 22;

async function blobOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const blobs: Blob[] = [];
  let [parts, bytes]: [Uint8Array<ArrayBuffer>[], number] = [[], 0];
  for await (const chunk of chunksOf(stream) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    parts.push(chunk);
    if ((bytes += chunk.length) < PART_BYTES) continue;
    blobs.push(new Blob(parts));
    [parts, bytes] = [[], 0];
  }
  return new Blob([...blobs, ...parts]);
}

/** A zip of entries in the order in which they are given; equal entries give equal bytes. */
export function zipBlob(entries: readonly PackedEntry[], type: string): Blob {
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const entry of entries) {
    const header = localHeader(entry);
    parts.push(header, entry.packed);
    directory.push(centralHeader(entry, offset));
    offset += header.length + entry.packedBytes;
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  const isTooLarge = offset + directoryBytes > MAX_ZIP_BYTES || entries.some(({ bytes }) => bytes > MAX_ZIP_BYTES);
  if (isTooLarge || entries.length > MAX_ZIP_ENTRIES) throw new HitrateError('workspace-too-large', null);
  return new Blob([...parts, ...directory, endRecord(entries.length, directoryBytes, offset)], { type });
}
