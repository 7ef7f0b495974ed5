import { BlobReader, BlobWriter, configure, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { TextHash } from '../../base/hash';
import { chunksOf } from '../files/byte-source';
import { crc32 } from '../files/zip-small';

// The policy of the page forbids workers from blob: addresses.
configure({ useWebWorkers: false });

const DEFLATED = 8;

/** A compressed entry. Its bytes are a blob, which the browser may keep on disk. */
export interface PackedEntry {
  readonly path: string;
  readonly crc32: number;
  /** Unpacked. */
  readonly bytes: number;
  readonly sha256: string;
  readonly packed: Blob;
}

type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>;

/** Compresses what comes in chunks: neither all of it nor all that is compressed is held in memory. */
export async function packed(path: string, chunks: Chunks): Promise<PackedEntry> {
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
  const blob = await blobOf(streamOf(measured()).pipeThrough(new CompressionStream('deflate-raw')));
  return { path, crc32: crc, bytes, sha256: hash.digest(), packed: blob };
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

/**
 * A zip of a manifest and entries in the order in which they are given; equal entries give equal bytes. The manifest
 * is not compressed, so that a workspace is known by its first bytes.
 */
export async function zipBlob(
  manifest: { readonly path: string; readonly text: string },
  entries: readonly PackedEntry[],
  type: string,
): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(type), {
    // Midnight of 1 January 1980, the first day that a zip knows.
    lastModDate: new Date(1980, 0, 1),
    extendedTimestamp: false,
    dataDescriptor: false,
  });
  await writer.add(manifest.path, new BlobReader(new Blob([manifest.text])), { level: 0 });
  for (const { path, packed: content, bytes, crc32: sum } of entries)
    await writer.add(path, new BlobReader(content), {
      passThrough: true,
      compressionMethod: DEFLATED,
      uncompressedSize: bytes,
      crc32: sum,
    });
  return writer.close();
}
