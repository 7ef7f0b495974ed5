import { decodedAs } from './decoded';
import { asciiWordsIn, plausibilityOf, type Plausibility } from './plausible';

/** Bytes that an encoding is recognised by, from a little before the first that is not ASCII, to keep words whole. */
const SAMPLE_BYTES = 2 ** 13;
const BEFORE = 256;

/**
 * Ties go to the first. (IBM's, macOS's and ISO encodings are rarer than Windows', with the same letters elsewhere.)
 */
const CANDIDATES: readonly string[] = [
  ...['euc-kr', 'shift_jis', 'euc-jp', 'big5', 'gb18030'],
  ...['windows-1252', 'iso-8859-15', 'windows-1250', 'iso-8859-2', 'windows-1254', 'windows-1257'],
  ...['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'ibm866', 'windows-1253', 'iso-8859-7', 'windows-1255'],
  ...['windows-1256', 'iso-8859-6', 'windows-874', 'macintosh'],
];

interface EncodingGuess {
  readonly label: string;
  readonly isSure: boolean;
}

interface EncodingCandidate extends Plausibility {
  readonly label: string;
  readonly text: string;
}

/**
 * The encoding whose characters are most plausible for a language; null where bytes are damaged or none is known.
 *
 * @param declared an encoding that the file names itself, tried first
 * @param leastShare of the characters beyond ASCII that a language must use, 0 to 1
 */
export function guessEncoding(bytes: Uint8Array, declared: string | null, leastShare: number): EncodingGuess | null {
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

function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80 || byte === 0x1b || byte === 0);
  const start = Math.max(0, first - BEFORE);
  // A character of UTF-16 begins at an even offset.
  return bytes.subarray(start - (start % 2), start + SAMPLE_BYTES);
}

/** ISO-2022 writes Japanese in ASCII behind `ESC $`, so it is valid UTF-8 too. */
export const isIso2022 = (bytes: Uint8Array): boolean =>
  bytes.some((byte, at) => byte === 0x1b && bytes[at + 1] === 0x24);

function candidatesFor(bytes: Uint8Array, declared: string | null): readonly string[] {
  const named = declared === null ? [] : [declared];
  if (isIso2022(bytes)) return [...named, 'iso-2022-jp'];
  // Only UTF-16 has bytes that are zero, in the high byte of ASCII.
  return [...named, ...(bytes.subarray(0, SAMPLE_BYTES).includes(0) ? ['utf-16le', 'utf-16be'] : []), ...CANDIDATES];
}
