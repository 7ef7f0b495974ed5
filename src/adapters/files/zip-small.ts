import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { inflateSync } from 'fflate';
import type { BlobBlocks } from './blob-blocks';

/** Bytes of an entry, packed and unpacked, up to which it is read as a whole. */
const MAX_PACKED = 2 ** 20;
const MAX_UNPACKED = 2 ** 24;

const STORED = 0;
const DEFLATED = 8;

/** APPNOTE.TXT of PKWARE, section 4.3.7: the header before the bytes of an entry. */
const HEADER_BYTES = 30;
const HEADER_SIGNATURE = 0x04034b50;

/**
 * Reads small entries whole, without zip.js's streams: these take a millisecond each, and archives of many small files
 * have tens of thousands.
 */
export class SmallEntries {
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
    const bytes = method === STORED ? packed : inflated(packed, uncompressedSize);
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

/** @returns null where these are no bytes that were packed; no more than the size */
function inflated(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | null {
  try {
    return inflateSync(packed, { out: new Uint8Array(size) }) as Uint8Array<ArrayBuffer>;
  } catch {
    return null;
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
