import {
  asciiWordsIn,
  decodedAs,
  eastAsianLanguages,
  plausibilityOf,
  type Decoded,
  type Plausibility,
} from './plausible';
import { kindBySignature } from './kinds';
import { joinMessages, UnreadFile, oneDoc, type DocumentReader } from './reader';

/** Bytes that an encoding is recognised by, from a little before the first that is not ASCII, to keep words whole. */
const SAMPLE_BYTES = 2 ** 13;
const BEFORE = 256;

/** Ties go to the first: IBM's, macOS's and ISO encodings are rarer than Windows'. */
const CANDIDATES: readonly string[] = [
  ...['euc-kr', 'shift_jis', 'euc-jp', 'big5', 'gb18030'],
  ...['windows-1252', 'iso-8859-15', 'windows-1250', 'iso-8859-2', 'windows-1254', 'windows-1257'],
  ...['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'ibm866', 'windows-1253', 'iso-8859-7', 'windows-1255'],
  ...['windows-1256', 'iso-8859-6', 'windows-874', 'macintosh'],
];

interface EncodingCandidate extends Plausibility {
  readonly label: string;
  readonly text: string;
}

/** The encoding whose characters are most plausible for a language, trying the `declared` one first. */
export function guessEncoding(bytes: Uint8Array, declared: string | null, leastShare: number) {
  const sample = sampleOf(bytes);
  const words = asciiWordsIn(sample);
  const candidates = candidatesFor(bytes, declared).flatMap((label): EncodingCandidate[] => {
    const decoded = decodedAs(label, sample);
    return decoded ? [{ label, text: decoded.text, ...plausibilityOf(decoded, words) }] : [];
  });
  const plausible = candidates.filter(({ share }) => share >= leastShare);
  const best = plausible.find((each) => plausible.every((other) => rankOf(each) >= rankOf(other)));
  if (!best) return null;
  // Which of two that are equally plausible it is cannot be known.
  const isAmbiguous = plausible.some((other) => rankOf(other) === rankOf(best) && other.text !== best.text);
  const isSure = best.isSure && !(best.isLatin && isAmbiguous);
  return { label: best.label, isSure: isSure || best.label.startsWith('utf-16') };
}

const rankOf = ({ share, fitsWords }: EncodingCandidate): number => 2 * share + (fitsWords ? 1 : 0);

/** A character beyond ASCII that is in no word of Latin letters. */
const APART = /(?<![a-z])[^\0-\x7f](?![a-z])/giu;

/** Of names on lines, too short for what tells texts apart; null for those of Latin letters. */
export function encodingOfNames(bytes: Uint8Array): string | null {
  const shares = ['euc-kr', 'shift_jis', 'big5', 'gb18030'].map((label) => {
    const text = decodedAs(label, bytes)?.text ?? '';
    const languages = eastAsianLanguages(label);
    const usual = (text.match(APART) ?? []).filter((character) => languages.some(({ inUse }) => inUse.has(character)));
    return { label, share: usual.length / (text.match(/[^\0-\x7f]/gu)?.length ?? 1) };
  });
  const best = shares.reduce((most, each) => (each.share > most.share ? each : most));
  if (best.share >= PLAUSIBLE) return best.label;
  const label = guessEncoding(bytes, null, PLAUSIBLE)?.label ?? '';
  return /^(?:ibm866|windows-1251)$/.test(label) ? label : null;
}

function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80 || byte === 0x1b || byte === 0);
  const start = Math.max(0, first - BEFORE);
  // A character of UTF-16 begins at an even offset.
  return bytes.subarray(start - (start % 2), start + SAMPLE_BYTES);
}

/** ISO-2022 writes Japanese in ASCII behind `ESC $`, so it is valid UTF-8 too. */
const isIso2022 = (bytes: Uint8Array): boolean => bytes.some((byte, at) => byte === 0x1b && bytes[at + 1] === 0x24);

function candidatesFor(bytes: Uint8Array, declared: string | null): readonly string[] {
  const named = declared === null ? [] : [declared];
  if (isIso2022(bytes)) return [...named, 'iso-2022-jp'];
  // Only UTF-16 has bytes that are zero, in the high byte of ASCII.
  return [...named, ...(bytes.subarray(0, SAMPLE_BYTES).includes(0) ? ['utf-16le', 'utf-16be'] : []), ...CANDIDATES];
}

export interface DecodedFile {
  readonly text: string;
  readonly encoding: string;
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

/** By byte order mark, as UTF-8, as declared, or by plausibility. U+FFFD stands for damaged bytes. */
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

/** Like {@link decodeFile}, but refuses a file of white space. */
export function decodeText(bytes: Uint8Array): DecodedFile {
  const decoded = decodeFile(bytes);
  if (decoded.text.trim() !== '') return decoded;
  throw new UnreadFile('empty', 'It holds no text. Leave it out, or give the file that does.');
}

function damageIn({ text, encoding, damaged }: Decoded): string {
  const [first] = damaged;
  if (first === undefined) return '';
  const line = text.slice(0, first).split(/\r\n?|\n/).length;
  const { length } = damaged;
  const where = `${length === 1 ? '1 place is damaged,' : `${length} places are damaged, the first`} in line ${line}`;
  const what = `${where}: bytes that make no characters in ${encoding}.`;
  if (isMuch(damaged, text)) throw new UnreadFile('broken', `${what} Give the file as it was before.`);
  return `${what} “\ufffd” stands for them. Compare the file with an undamaged copy.`;
}

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

const asKnown = (decoded: Decoded | null) => decoded && { ...decoded, isGuess: false };

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

export const readText: DocumentReader = ({ path, bytes }) => {
  const { text, ...rest } = decodeText(bytes);
  return Promise.resolve(oneDoc(path, text, [], '', rest));
};
