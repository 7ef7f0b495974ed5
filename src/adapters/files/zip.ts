import {
  type FileEntry,
  configure,
  ERR_ENCRYPTED,
  ERR_UNSAFE_FILENAME,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { inflateSync } from 'fflate';
import { BlobBlocks, chunksOf, type ByteSource } from './byte-source';
import { problem, SourceFailure } from '../../domain/dataset/problem';
import { orNull } from '../../base/containers';

/** Bytes of an entry, packed and unpacked, up to which it is read as a whole. */
const MAX_PACKED = 2 ** 20;
const MAX_UNPACKED = 2 ** 24;

const STORED = 0;
const DEFLATED = 8;

/** APPNOTE.TXT of PKWARE, section 4.3.7: the header before the bytes of an entry. */
const HEADER_BYTES = 30;
const HEADER_SIGNATURE = 0x04034b50;

/** Reads small entries whole: zip.js's streams take a millisecond each, and archives have tens of thousands. */
class SmallEntries {
  /** Where the next entry begins, by where one does; none for those that lie in each other. */
  readonly #ends = new Map<number, number>();

  constructor(
    private readonly reader: BlobBlocks,
    entries: readonly FileEntry[],
  ) {
    const sorted = entries.toSorted((a, b) => a.offset - b.offset);
    let used = 0;
    for (const [i, entry] of sorted.entries()) {
      const next = sorted[i + 1]?.offset ?? Infinity;
      const least = entry.offset + HEADER_BYTES + entry.rawFilename.length + entry.compressedSize;
      if (entry.offset >= used && least <= next) this.#ends.set(entry.offset, next);
      used = Math.max(used, least);
    }
  }

  /** @returns null where it is not small, or anything about it is unusual or wrong: zip.js tells what */
  async read(entry: FileEntry): Promise<Uint8Array<ArrayBuffer> | null> {
    const { offset, compressedSize, uncompressedSize, compressionMethod: method } = entry;
    const end = this.#ends.get(offset);
    if (end === undefined || entry.encrypted || (method !== STORED && method !== DEFLATED)) return null;
    if (compressedSize > MAX_PACKED || uncompressedSize > MAX_UNPACKED) return null;
    const start = await this.#start(offset);
    if (start === null || start + compressedSize > end) return null;
    const packed = await this.reader.readUint8Array(start, compressedSize);
    const inflated = () => inflateSync(packed, { out: new Uint8Array(uncompressedSize) }) as Uint8Array<ArrayBuffer>;
    const bytes = method === STORED ? packed : orNull(inflated);
    return bytes?.length === uncompressedSize && crc32(bytes) === entry.crc32 ? bytes : null;
  }

  async #start(offset: number): Promise<number | null> {
    const header = await this.reader.readUint8Array(offset, HEADER_BYTES);
    if (header.length < HEADER_BYTES) return null;
    const view = new DataView(header.buffer, header.byteOffset);
    if (view.getUint32(0, true) !== HEADER_SIGNATURE) return null;
    return offset + HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  }
}

/** By byte: CRC-32 of IEEE 802.3, reflected, as zip and gzip have it. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** @param before that of the bytes before these, where they come in parts */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at++) crc = TABLE[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

// The policy of the page forbids workers from blob: addresses, and this runs in a worker of ours already.
configure({ useWebWorkers: false });

/** The files in an archive; nothing is unpacked before it is read. @throws {SourceFailure} if it is no archive */
export async function zipSources(path: string, blob: Blob): Promise<ByteSource[]> {
  const blocks = new BlobBlocks(blob);
  const reader = new ZipReader(blocks, { checkSignature: true, checkOverlappingEntry: true });
  try {
    const entries = (await reader.getEntries()).filter((entry): entry is FileEntry => !entry.directory);
    const small = new SmallEntries(blocks, entries);
    const nameOf = await namesIn(entries);
    return entries.map((entry) => entrySource(`${path}/${nameOf(entry)}`, entry, small));
  } catch (error) {
    throw failure(path, error);
  }
}

/** Windows writes names without their encoding; zip.js takes all that are no UTF-8 for code page 437. */
async function namesIn(entries: readonly FileEntry[]): Promise<(entry: FileEntry) => string> {
  const unknown = entries.filter(({ filenameUTF8, extraFieldUnicodePath: named }) => !filenameUTF8 && !named);
  const decoder = unknown.length > 0 ? await decoderOf(unknown) : null;
  const guessed = new Map(decoder ? unknown.map((entry) => [entry, decoder.decode(entry.rawFilename)]) : []);
  // Archives of old Windows programs have backslashes.
  return (entry) => (guessed.get(entry) ?? entry.filename).replaceAll('\\', '/');
}

async function decoderOf(entries: readonly FileEntry[]): Promise<TextDecoder | null> {
  const { encodingOfNames } = await import('./documents/encoding');
  const encoding = encodingOfNames(Uint8Array.from(entries.flatMap(({ rawFilename }) => [...rawFilename, 0x0a])));
  return encoding === null ? null : new TextDecoder(encoding);
}

function entrySource(path: string, entry: FileEntry, small: SmallEntries): ByteSource {
  return {
    path,
    bytes: entry.uncompressedSize,
    async *chunks() {
      const whole = await small.read(entry).catch(() => null);
      if (whole) return void (yield whole);
      let bytes = 0;
      for await (const chunk of unpacked(path, entry)) {
        bytes += chunk.length;
        if (bytes > entry.uncompressedSize)
          throw new SourceFailure(problem('bad-archive', { file: path }, 'larger than declared'));
        yield chunk;
      }
    },
  };
}

async function* unpacked(path: string, entry: FileEntry): AsyncGenerator<Uint8Array> {
  let output!: TransformStreamDefaultController<Uint8Array>;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => void (output = controller),
  });
  const done = entry.getData(writable);
  // What fails before the first byte leaves the stream open, and its reader waiting for ever.
  done.catch((error: unknown) => output.error(error));
  try {
    yield* chunksOf(readable);
    await done;
  } catch (error) {
    throw failure(path, error);
  }
}

function failure(file: string, error: unknown): SourceFailure {
  const code = error instanceof Error ? error.message : '';
  if (code === ERR_UNSAFE_FILENAME) {
    const { filename } = error as { filename?: string };
    return new SourceFailure(problem('bad-archive', { file }, { outside: filename ?? '' }));
  }
  const isLocked = code === ERR_ENCRYPTED || code === ERR_UNSUPPORTED_ENCRYPTION;
  const why = isLocked ? 'encrypted' : code === ERR_UNSUPPORTED_COMPRESSION ? 'unsupported' : 'broken';
  return new SourceFailure(problem('bad-archive', { file }, why));
}
