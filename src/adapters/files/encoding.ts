export interface Encoding {
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly name: string;
  /** Bytes of the byte order mark. */
  readonly mark: number;
  readonly bytesPerUnit: 1 | 2;
  /** What ends a line: a line feed, behind a carriage return or not; or a carriage return alone, as in old Mac files. */
  readonly lineEnd: typeof LINE_FEED | typeof CARRIAGE_RETURN;
}

const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;

const utf8 = { label: 'utf-8', name: 'UTF-8', bytesPerUnit: 1 } as const;
const utf16le = { label: 'utf-16le', name: 'UTF-16 (little endian)', bytesPerUnit: 2 } as const;
const utf16be = { label: 'utf-16be', name: 'UTF-16 (big endian)', bytesPerUnit: 2 } as const;

/**
 * By the byte order mark, or by NUL bytes: the first two characters of JSON and of table headers are ASCII, so every
 * second byte is 0 in UTF-16 (RFC 4627, section 3). Everything else should be UTF-8.
 *
 * @param head at least 4 bytes, if the file has as many
 */
export function encodingOf(head: Uint8Array): Encoding {
  const found = withoutLineEnd(head);
  return { ...found, lineEnd: lineEndIn(head, found) };
}

function withoutLineEnd(head: Uint8Array): Omit<Encoding, 'lineEnd'> {
  const [a, b, c, d] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { ...utf8, mark: 3 };
  if (a === 0xff && b === 0xfe) return { ...utf16le, mark: 2 };
  if (a === 0xfe && b === 0xff) return { ...utf16be, mark: 2 };
  if (a && b === 0 && c && d === 0) return { ...utf16le, mark: 0 };
  if (a === 0 && b && c === 0 && d) return { ...utf16be, mark: 0 };
  return { ...utf8, mark: 0 };
}

/** A carriage return at the very end may belong to a line feed that follows. */
function lineEndIn(head: Uint8Array, encoding: Omit<Encoding, 'lineEnd'>): Encoding['lineEnd'] {
  const last = head.length - encoding.bytesPerUnit;
  if (endOf(head, encoding, LINE_FEED, encoding.mark) !== null) return LINE_FEED;
  const end = endOf(head.subarray(0, last), encoding, CARRIAGE_RETURN, encoding.mark);
  return end === null ? LINE_FEED : CARRIAGE_RETURN;
}

/** Offset after the last line break of some bytes, or 0. @param start offset of the first whole unit */
export function endOfLastLine(bytes: Uint8Array, { label, bytesPerUnit, lineEnd }: Encoding, start: number): number {
  if (bytesPerUnit === 1) return bytes.lastIndexOf(lineEnd) + 1;
  const [low, high] = label === 'utf-16le' ? [0, 1] : [1, 0];
  const last = bytes.length - ((bytes.length - start) % 2) - 2;
  for (let at = last; at >= start; at -= 2) if (bytes[at + low] === lineEnd && bytes[at + high] === 0) return at + 2;
  return 0;
}

/** Offset after the first line break from an offset on, or the length. */
export const endOfLine = (bytes: Uint8Array, encoding: Encoding, from: number): number =>
  endOf(bytes, encoding, encoding.lineEnd, from) ?? bytes.length;

/** Offset after the first such unit from an offset on; null where there is none. */
function endOf(
  bytes: Uint8Array,
  { label, bytesPerUnit }: Pick<Encoding, 'label' | 'bytesPerUnit'>,
  unit: number,
  from: number,
): number | null {
  if (bytesPerUnit === 1) {
    const found = bytes.indexOf(unit, from);
    return found === -1 ? null : found + 1;
  }
  const [low, high] = label === 'utf-16le' ? [0, 1] : [1, 0];
  for (let at = from; at < bytes.length; at += 2) if (bytes[at + low] === unit && bytes[at + high] === 0) return at + 2;
  return null;
}
