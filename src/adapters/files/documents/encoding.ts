import { analyse } from 'chardet';
import { kindBySignature } from './kinds';
import { UnreadFile } from './reader';

export interface DecodedFile {
  /** Without a byte order mark, with line breaks as `\n`. */
  readonly text: string;
  /** As `TextDecoder` names it. */
  readonly encoding: string;
  /** That the encoding is uncertain; null where it is not. */
  readonly message: string | null;
}

const SAMPLE_BYTES = 2 ** 16;
/** Bytes of ASCII before the first others, to keep words whole. */
const BEFORE = 256;
/** Confidence of chardet, 0 to 100, below which a person should look at the text. */
const SURE = 50;

/**
 * A file as text: by its byte order mark, as UTF-8 where it is valid, by what it declares, or by its statistics (chardet).
 * Bytes that an encoding does not have are never replaced: then it is another encoding, or no text.
 *
 * @param declared an encoding that the file names itself
 * @throws {UnreadFile} where the bytes are no text
 */
export function decodeFile(bytes: Uint8Array, declared: string | null = null): DecodedFile {
  const kind = kindBySignature(bytes);
  if (kind !== null) throw new UnreadFile('broken', `This is no text, but ${kind}. Give it the ending of what it is.`);
  const decoded = decode(bytes, declared);
  if (!decoded) {
    const why = 'This is no text, or its encoding is unknown: its bytes make no characters.';
    throw new UnreadFile('broken', `${why} Save it as UTF-8, or leave it out.`);
  }
  return { ...decoded, text: decoded.text.replace(/\r\n?/g, '\n') };
}

function decode(bytes: Uint8Array, declared: string | null): DecodedFile | null {
  const marked = byMark(bytes);
  if (marked !== null) return decodedAs(marked, bytes);
  const wide = wideByZeros(bytes);
  if (wide !== null) return decodedAs(wide, bytes);
  const utf8 = isIso2022(bytes) ? null : decodedAs('utf-8', bytes);
  return (
    utf8 ?? (declared === null ? null : decodedAs(declared, bytes)) ?? byStatistics(bytes) ?? decodedAs('utf-8', bytes)
  );
}

function byMark([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : null;
}

/** Characters that almost every text has, and that read with the bytes swapped are rare or none: blanks, line breaks, full stops. */
const MARKERS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0x2e, 0x3001, 0x3002, 0xff0c]);

/** UTF-16 without a mark: no other text has bytes that are zero. The order of bytes is that which gives more usual characters. */
function wideByZeros(bytes: Uint8Array): string | null {
  if (bytes.length % 2 === 1 || !bytes.subarray(0, SAMPLE_BYTES).includes(0)) return null;
  let [little, big] = [0, 0];
  for (let at = 0; at < Math.min(bytes.length, SAMPLE_BYTES); at += 2) {
    const [a, b] = [bytes[at]!, bytes[at + 1]!];
    if (MARKERS.has(a | (b << 8))) little++;
    if (MARKERS.has((a << 8) | b)) big++;
  }
  return little >= big ? 'utf-16le' : 'utf-16be';
}

/** ISO-2022 writes Japanese in ASCII behind `ESC $`, so it is valid UTF-8 too. */
const isIso2022 = (bytes: Uint8Array): boolean => bytes.some((byte, at) => byte === 0x1b && bytes[at + 1] === 0x24);

function byStatistics(bytes: Uint8Array): DecodedFile | null {
  const first = bytes.findIndex((byte) => byte >= 0x80 || byte === 0x1b);
  const start = Math.max(0, first - BEFORE);
  for (const { name, confidence } of analyse(bytes.subarray(start, start + SAMPLE_BYTES))) {
    const decoded = decodedAs(name, bytes);
    if (!decoded) continue;
    const message = `The encoding is a guess (${decoded.encoding}). Look at the text, or save the file as UTF-8.`;
    return confidence < SURE ? { ...decoded, message } : decoded;
  }
  return null;
}

/** @returns null where the encoding does not have these bytes, is unknown, or gives no text */
function decodedAs(label: string, bytes: Uint8Array): DecodedFile | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    const text = decoder.decode(bytes);
    return isText(text) ? { text, encoding: decoder.encoding, message: null } : null;
  } catch {
    // A label that is unknown, or bytes that are not of this encoding.
    return null;
  }
}

/** A few stray ones are in many real texts. */
function isText(text: string): boolean {
  let strange = 0;
  for (let at = 0; at < text.length; at++) if (isStrange(text.charCodeAt(at))) strange++;
  return strange <= 1 + text.length / 500;
}

/** Control characters but tab, line breaks, form feed and escape, and characters for private use. */
function isStrange(unit: number): boolean {
  if (unit < 0x20) return (unit < 0x09 || unit > 0x0d) && unit !== 0x1b;
  if (unit < 0xa0) return unit >= 0x7f && unit !== 0x85;
  return (unit >= 0xe000 && unit <= 0xf8ff) || unit >= 0xfffe;
}
