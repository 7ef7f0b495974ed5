import { ERR_UNSAFE_FILENAME, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { append } from '../../base/containers';
import { TextHash } from '../../base/hash';
import { BlobBlocks } from '../files/blob-blocks';
import { chunksOf } from '../files/byte-source';
import { crc32 } from '../files/zip-small';
import { DEFLATED, LOCAL_BYTES, readLocalHeader, STORED } from './zip-format';

/** Where an entry lies, as a header says. */
interface PlacedEntry {
  readonly path: string;
  /** Of its local header. */
  readonly offset: number;
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly crc32: number;
}

/** What the bytes of an entry must be: as the manifest lists them, or as the zip itself says. */
export type Expectation = { readonly bytes: number; readonly sha256: string } | 'checksum';

/** Bytes that are not those that are expected. */
export class AlteredEntry extends Error {
  override readonly name = 'AlteredEntry';
}

/** The longest name that is read; those of a workspace are short. */
const MAX_NAME = 1024;

/**
 * The entries of a zip that may be damaged. Each is looked for where the directory at the end says, and where its own header
 * lies, which is still there when the end is cut off.
 */
export class ZipEntries {
  private constructor(
    private readonly file: Blob,
    private readonly places: ReadonlyMap<string, readonly PlacedEntry[]>,
    /** Whether there is a directory that can be read. */
    readonly directory: 'whole' | 'missing' | 'unsafe',
  ) {}

  static async of(file: Blob): Promise<ZipEntries> {
    const blocks = new BlobBlocks(file);
    const listed = await directoryOf(blocks);
    const places = new Map<string, PlacedEntry[]>();
    for (const place of Array.isArray(listed) ? listed : []) append(places, place.path, place);
    for (const place of await localEntries(blocks)) append(places, place.path, place);
    return new ZipEntries(file, places, Array.isArray(listed) ? 'whole' : listed);
  }

  get paths(): string[] {
    return [...this.places.keys()];
  }

  /** Whether there is any entry of this path, intact or not. */
  has(path: string): boolean {
    return this.places.has(path);
  }

  /** Bytes of an entry as the zip says. */
  bytesOf(path: string): number {
    return this.places.get(path)?.[0]?.bytes ?? 0;
  }

  /**
   * What a reader makes of an entry, if the entry is as expected; the reader is called again with the bytes of another place
   * where those of the first are not.
   *
   * @throws {AlteredEntry} where no place has it; what the reader throws of bytes that are as expected
   */
  async read<T>(
    path: string,
    expected: Expectation,
    reader: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T> {
    for (const place of this.places.get(path) ?? []) {
      const checked = new Check(expected === 'checksum' ? place : expected);
      const [made] = await Promise.allSettled([readAll(checked.chunks(unpacked(this.file, place)), reader)]);
      if (checked.passed) {
        if (made.status === 'fulfilled') return made.value;
        throw made.reason;
      }
    }
    throw new AlteredEntry(path);
  }
}

/** Reads to the end, also where the reader had enough or failed: only then it is known whether the bytes are right. */
async function readAll<T>(
  chunks: AsyncGenerator<Uint8Array>,
  reader: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const kept: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) };
  try {
    return await reader(kept);
  } finally {
    while (!(await chunks.next().catch(() => ({ done: true }))).done);
  }
}

class Check {
  passed = false;

  constructor(
    private readonly expected: { readonly bytes: number; readonly sha256?: string; readonly crc32?: number },
  ) {}

  async *chunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { bytes, sha256, crc32: sum } = this.expected;
    const hash = new TextHash();
    let [read, crc] = [0, 0];
    for await (const chunk of source) {
      read += chunk.length;
      // What unpacks to more than it should is not read on: it may be endless.
      if (read > bytes) return;
      if (sha256 === undefined) crc = crc32(chunk, crc);
      else hash.bytes(chunk);
      yield chunk;
    }
    this.passed = read === bytes && (sha256 === undefined ? crc === sum : hash.digest() === sha256);
  }
}

async function* unpacked(file: Blob, { offset, method, packedBytes }: PlacedEntry): AsyncGenerator<Uint8Array> {
  // The name is of no use here, and where it ends is in the header.
  const header = new Uint8Array(await file.slice(offset, offset + LOCAL_BYTES).arrayBuffer());
  if (header.length < LOCAL_BYTES || (method !== STORED && method !== DEFLATED)) return;
  const view = new DataView(header.buffer);
  const start = offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  const stream = file.slice(start, start + packedBytes).stream();
  yield* chunksOf(method === STORED ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw')));
}

/** What the directory at the end of a zip lists. */
async function directoryOf(blocks: BlobBlocks): Promise<PlacedEntry[] | 'missing' | 'unsafe'> {
  try {
    const entries = await new ZipReader(blocks).getEntries();
    return entries.map(({ filename, offset, compressionMethod, compressedSize, uncompressedSize, crc32 }) => ({
      path: filename,
      offset,
      method: compressionMethod,
      packedBytes: compressedSize,
      bytes: uncompressedSize,
      crc32: crc32 ?? 0,
    }));
  } catch (error) {
    return error instanceof Error && error.message === ERR_UNSAFE_FILENAME ? 'unsafe' : 'missing';
  }
}

/** The entries that lie one after the other from the beginning, until what follows is none. */
async function localEntries(blocks: BlobBlocks): Promise<PlacedEntry[]> {
  const found: PlacedEntry[] = [];
  for (let offset = 0; ;) {
    const header = readLocalHeader(await blocks.readUint8Array(offset, LOCAL_BYTES + MAX_NAME));
    if (!header) return found;
    const { length, ...entry } = header;
    found.push({ ...entry, offset });
    offset += length + entry.packedBytes;
  }
}
