import { decodedAs, type Decoded } from './decoded';
import { guessEncoding, isIso2022 } from './guess-encoding';
import { kindBySignature } from './kinds';
import { joinMessages, UnreadFile } from './reader';

export interface DecodedFile {
  /** Without a byte order mark, with line breaks as `\n`; U+FFFD for bytes that make no character. */
  readonly text: string;
  /** As `TextDecoder` names it. */
  readonly encoding: string;
  /** How many places are damaged, and whether the encoding is uncertain; null where there is nothing to report. */
  readonly message: string | null;
}

/** Valid characters beyond ASCII for each damaged place, from which a text is UTF-8: other encodings have few by chance. */
const SURELY_UTF8 = 4;
const PROBABLY_UTF8 = 1;
/** Share of the characters beyond ASCII that a language must use for an encoding to be taken; if the text may be UTF-8. */
const PLAUSIBLE = 0.7;
const PLAUSIBLE_INSTEAD = 0.95;
/** Damaged places for each character from which nothing can be searched in a text. */
const MAX_DAMAGED = 0.1;

/**
 * Decodes by byte order mark; as UTF-8 where all but a few bytes are; by declaration; or by the encoding whose
 * characters are most plausible for a language. Damaged places are kept as U+FFFD and counted.
 *
 * @param declared an encoding that the file names itself
 * @throws {UnreadFile} where the bytes are no text, or too many are damaged
 */
export function decodeFile(bytes: Uint8Array, declared: string | null = null): DecodedFile {
  const kind = kindBySignature(bytes);
  if (kind !== null) throw new UnreadFile('broken', `This is no text, but ${kind}. Give it the ending of what it is.`);
  const decoded = decode(bytes, declared);
  if (!decoded) {
    const why = 'This is no text, or its encoding is unknown: its bytes make no characters of a language.';
    throw new UnreadFile('broken', `${why} Save it as UTF-8 from an undamaged copy, or leave it out.`);
  }
  const { text, encoding } = decoded;
  const guess = `The encoding is a guess (${encoding}). Look at the text, or save the file as UTF-8.`;
  const message = joinMessages(damageIn(decoded), decoded.isGuess ? guess : null);
  return { text: text.replace(/\r\n?/g, '\n'), encoding, message };
}

/** {@link decodeFile} of a file that must not be white space alone. @throws {UnreadFile} also where it is */
export function decodeText(bytes: Uint8Array): DecodedFile {
  const decoded = decodeFile(bytes);
  if (decoded.text.trim() !== '') return decoded;
  throw new UnreadFile('empty', 'It holds no text. Leave it out, or give the file that does.');
}

function damageIn({ text, encoding, damaged }: Decoded): string {
  const [first] = damaged;
  if (first === undefined) return '';
  const line = text.slice(0, first).split(/\r\n?|\n/).length;
  const where = damaged.length === 1 ? `1 place is damaged, in line ${line}` : many(damaged.length, line);
  const what = `${where}: bytes that make no characters in ${encoding}.`;
  if (isMuch(damaged, text)) throw new UnreadFile('broken', `${what} Give the file as it was before.`);
  return `${what} “\ufffd” stands for them. Compare the file with an undamaged copy.`;
}

const many = (places: number, line: number): string => `${places} places are damaged, the first in line ${line}`;

const isMuch = (damaged: readonly number[], text: string): boolean => damaged.length > 1 + MAX_DAMAGED * text.length;

function decode(bytes: Uint8Array, declared: string | null): (Decoded & { readonly isGuess: boolean }) | null {
  const known = byMark(bytes);
  if (known !== null) return asKnown(decodedAs(known, bytes));
  const utf8 = isIso2022(bytes) ? null : decodedAs('utf-8', bytes);
  const evidence = utf8 ? validPerDamaged(utf8) : 0;
  if (evidence >= SURELY_UTF8) return asKnown(utf8);
  // A page can name UTF-16 only where it is none, since the name itself is ASCII.
  const named = declared === null || /^utf-?(?:8|16)/i.test(declared) ? null : declared;
  const own = named === null ? null : decodedAs(named, bytes);
  if (own?.damaged.length === 0) return asKnown(own);
  const isPerhapsUtf8 = evidence >= PROBABLY_UTF8;
  const guess = guessEncoding(bytes, named, isPerhapsUtf8 ? PLAUSIBLE_INSTEAD : PLAUSIBLE);
  const guessed = guess && decodedAs(guess.label, bytes);
  if (guessed) return { ...guessed, isGuess: !guess.isSure };
  return utf8 && (isPerhapsUtf8 || !isMuch(utf8.damaged, utf8.text)) ? asKnown(utf8) : null;
}

const asKnown = (decoded: Decoded | null): (Decoded & { readonly isGuess: boolean }) | null =>
  decoded && { ...decoded, isGuess: false };

function byMark([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : null;
}

function validPerDamaged({ text, damaged }: Decoded): number {
  if (damaged.length === 0) return Infinity;
  let valid = 0;
  for (const character of text) if (character > '\x7f' && character !== '\ufffd') valid++;
  return valid / damaged.length;
}
