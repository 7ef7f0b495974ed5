export interface Decoded {
  /** U+FFFD for bytes that make no character. */
  readonly text: string;
  /** As `TextDecoder` names it. */
  readonly encoding: string;
  /** Offsets in the text of the places where bytes make no character, neighbours as one. */
  readonly damaged: readonly number[];
}

/** Bytes that make no character, with the control characters behind them, which flipped bits make of other bytes. */
const DAMAGE = /\ufffd(?:\ufffd|(?![\t-\r])\p{Cc})*/gu;

/** @returns null where the encoding is unknown or gives no text */
export function decodedAs(label: string, bytes: Uint8Array): Decoded | null {
  const decoder = decoderOf(label);
  if (!decoder) return null;
  // As a stream, since Node 20 reads windows-1252 as Latin-1 otherwise.
  const text = decoder.decode(bytes, { stream: true }) + decoder.decode();
  // A file may hold U+FFFD itself: it is not damaged where all its bytes make characters.
  const damage = text.includes('\ufffd') && !isValid(label, bytes) ? Array.from(text.matchAll(DAMAGE)) : [];
  const sound = damage.length > 0 ? text.replace(DAMAGE, '') : text;
  return isText(sound) ? { text, encoding: decoder.encoding, damaged: damage.map(({ index }) => index) } : null;
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    // A label that no encoding has.
    return null;
  }
}

function isValid(label: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
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
