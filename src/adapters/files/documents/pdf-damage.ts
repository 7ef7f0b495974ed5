import { chunksOf } from '../byte-source';

/** What a look at the bytes of a PDF says, without reading it. */
export interface PdfBytes {
  /** Compressed parts that cannot be unpacked, or unpack to other bytes than their checksum says. */
  readonly damaged: number;
  /** Compressed parts that were looked at: all but pictures. */
  readonly compressed: number;
  readonly hasPictures: boolean;
}

const STREAM = /stream(?:\r\n|\n)/g;
const DICTIONARY_UNITS = 2000;
const FLATE = /\/Filter\s*(?:\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/;
const ASCII85_FLATE = /\/Filter\s*\[\s*\/ASCII85Decode\s*\/FlateDecode\s*\]/;
const PICTURE = /\/Subtype\s*\/Image\b/;
/** Unpacked bytes after which the rest is not looked at. */
const MAX_UNPACKED = 2 ** 28;
const LENGTH = /\/Length\s+(\d+)(?!\s+\d+\s+R)/;

/**
 * Checks compressed parts against their Adler-32 (RFC 1950), which pdf.js ignores: it keeps what it could unpack, and
 * characters or whole pages are missing from the text.
 */
export async function checkedPdf(bytes: Uint8Array<ArrayBuffer>): Promise<PdfBytes> {
  const file = new TextDecoder('latin1').decode(bytes);
  const hasPictures = PICTURE.test(file);
  // What is encrypted is unpacked after it was decrypted.
  if (/\/Encrypt\b/.test(file)) return { damaged: 0, compressed: 0, hasPictures };
  let [damaged, compressed] = [0, 0];
  const unpacked = { bytes: 0 };
  for (const match of file.matchAll(STREAM)) {
    const dictionary = dictionaryBefore(file, match.index);
    const isAscii85 = ASCII85_FLATE.test(dictionary);
    if (unpacked.bytes > MAX_UNPACKED) break;
    if (PICTURE.test(dictionary) || !(isAscii85 || FLATE.test(dictionary))) continue;
    compressed++;
    const start = match.index + match[0].length;
    const parts = endsOf(file, dictionary, start).map((end) => bytes.subarray(start, end));
    if (!(await someUnpack(isAscii85 ? parts.map(fromAscii85) : parts, unpacked))) damaged++;
  }
  return { damaged, compressed, hasPictures };
}

/** The dictionary of a stream, which stands before it (ISO 32000-1, section 7.3.8); empty where there is none. */
function dictionaryBefore(file: string, stream: number): string {
  const before = file.slice(Math.max(0, stream - DICTIONARY_UNITS), stream).trimEnd();
  return before.endsWith('>>') ? before.slice(before.lastIndexOf(' obj') + 1) : '';
}

/** Where a stream may end: as its length says, or with or without the line break before `endstream`. */
function endsOf(file: string, dictionary: string, start: number): number[] {
  const length = LENGTH.exec(dictionary);
  const found = file.indexOf('endstream', start);
  const end = found === -1 ? file.length : found;
  const lineBreak = /\r?\n$|\r$/.exec(file.slice(Math.max(start, end - 2), end))?.[0].length ?? 0;
  return [...new Set([...(length ? [start + Number(length[1])] : []), end - lineBreak, end])];
}

interface Unpacked {
  bytes: number;
}

async function someUnpack(parts: readonly Uint8Array<ArrayBuffer>[], unpacked: Unpacked): Promise<boolean> {
  for (const part of parts) if (await unpacks(part, unpacked)) return true;
  return false;
}

async function unpacks(part: Uint8Array<ArrayBuffer>, unpacked: Unpacked): Promise<boolean> {
  try {
    for await (const chunk of chunksOf(new Blob([part]).stream().pipeThrough(new DecompressionStream('deflate')))) {
      unpacked.bytes += chunk.length;
      if (unpacked.bytes > MAX_UNPACKED) break;
    }
    return true;
  } catch {
    return false;
  }
}

/** ISO 32000-1, section 7.4.3: five characters for four bytes, `z` for four zeros, `~>` at the end. */
function fromAscii85(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let group: number[] = [];
  const write = (digits: readonly number[], count: number): void => {
    const value = digits.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let at = 0; at < count; at++) bytes.push(Math.floor(value / 256 ** (3 - at)) % 256);
  };
  for (const unit of text) {
    if (unit === 0x7e) break;
    if (unit === 0x7a) write([0], 4);
    else if (unit >= 0x21 && unit <= 0x75) group.push(unit - 0x21);
    if (group.length < 5) continue;
    write(group, 4);
    group = [];
  }
  if (group.length > 1) write([...group, 84, 84, 84, 84].slice(0, 5), group.length - 1);
  return Uint8Array.from(bytes);
}
