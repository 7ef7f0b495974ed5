export interface Encoding {
  /** Label of `TextDecoder`. */
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be';
  /** For people. */
  readonly name: string;
  /** Bytes of the byte order mark. */
  readonly mark: number;
  readonly bytesPerUnit: 1 | 2;
}

const utf8 = { label: 'utf-8', name: 'UTF-8', bytesPerUnit: 1 } as const;
const utf16le = { label: 'utf-16le', name: 'UTF-16 (little endian)', bytesPerUnit: 2 } as const;
const utf16be = { label: 'utf-16be', name: 'UTF-16 (big endian)', bytesPerUnit: 2 } as const;

/**
 * Tells the encoding by the byte order mark, or else by NUL bytes: the first two characters of JSON and of a table's
 * header are ASCII, so every second byte of them is 0 in UTF-16 (RFC 4627, section 3). Everything else should be UTF-8.
 *
 * @param head at least 4 bytes, if the file has as many
 */
export function encodingOf(head: Uint8Array): Encoding {
  const [a, b, c, d] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { ...utf8, mark: 3 };
  if (a === 0xff && b === 0xfe) return { ...utf16le, mark: 2 };
  if (a === 0xfe && b === 0xff) return { ...utf16be, mark: 2 };
  if (a && b === 0 && c && d === 0) return { ...utf16le, mark: 0 };
  if (a === 0 && b && c === 0 && d) return { ...utf16be, mark: 0 };
  return { ...utf8, mark: 0 };
}

/** Offset after the last line break of some bytes, or 0. @param start offset of the first whole unit */
export function endOfLastLine(bytes: Uint8Array, { label, bytesPerUnit }: Encoding, start: number): number {
  if (bytesPerUnit === 1) return bytes.lastIndexOf(0x0a) + 1;
  const [low, high] = label === 'utf-16le' ? [0, 1] : [1, 0];
  const last = bytes.length - ((bytes.length - start) % 2) - 2;
  for (let at = last; at >= start; at -= 2) if (bytes[at + low] === 0x0a && bytes[at + high] === 0) return at + 2;
  return 0;
}

/** Offset after the first line break from an offset on, or the length. */
export function endOfLine(bytes: Uint8Array, { label, bytesPerUnit }: Encoding, from: number): number {
  if (bytesPerUnit === 1) {
    const found = bytes.indexOf(0x0a, from);
    return found === -1 ? bytes.length : found + 1;
  }
  const [low, high] = label === 'utf-16le' ? [0, 1] : [1, 0];
  for (let at = from; at < bytes.length; at += 2) if (bytes[at + low] === 0x0a && bytes[at + high] === 0) return at + 2;
  return bytes.length;
}
