import { folded } from './folded';

/** Words, or characters of scripts without blanks between words, that make a shingle. */
const WIDTH = 5;

/**
 * The runs of five words (in Chinese, Japanese and their like: characters) in a text, as 53-bit hashes (Broder 1997).
 * Case, white space and signs between words do not matter. A shorter text is one run; one without words has none.
 *
 * @returns each once, ascending
 */
export const shinglesOf = (text: string): Float64Array => shinglesOfFolded(folded(text).text);

/** @param text as `folded` gives it */
export function shinglesOfFolded(text: string): Float64Array {
  const tokens = tokenHashes(text);
  const count = tokens.length / 2;
  const width = Math.min(WIDTH, count);
  if (width === 0) return new Float64Array(0);
  const hashes = new Float64Array(count - width + 1);
  for (let at = 0; at < hashes.length; at++) {
    let [high, low] = [width, width];
    for (let i = 2 * at; i < 2 * (at + width); i += 2) {
      high = mixed(high, tokens[i]!);
      low = mixed(low, tokens[i + 1]!);
    }
    hashes[at] = (high >>> 11) * 2 ** 32 + (low >>> 0);
  }
  hashes.sort();
  let kept = 0;
  for (const hash of hashes) if (kept === 0 || hashes[kept - 1] !== hash) hashes[kept++] = hash;
  return hashes.slice(0, kept);
}

function mixed(hash: number, value: number): number {
  const product = Math.imul(hash ^ value, 0x85ebca6b);
  return product ^ (product >>> 15);
}

/** Of every token in turn two hashes of 32 bits. Hashing as it reads, this makes no string for any of them. */
function tokenHashes(text: string): number[] {
  const hashes: number[] = [];
  let [first, second] = [FIRST, SECOND];
  let open = false;
  const end = (): void => {
    if (open) hashes.push(first, second);
    [first, second, open] = [FIRST, SECOND, false];
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = kindAt(text, at, code);
    const isSecondHalf = code >= 0xdc00 && code < 0xe000;
    if (kind !== WORD && !isSecondHalf) end();
    if (kind === SIGN) continue;
    first = Math.imul(first ^ code, 0x01000193);
    second = mixed(second, code);
    open = true;
    const isFirstHalf = code >= 0xd800 && code < 0xdc00;
    if (kind === ALONE && !isFirstHalf) end();
  }
  end();
  return hashes;
}

const FIRST = 0x811c9dc5 | 0;
const SECOND = 0x9e3779b9 | 0;

const SIGN = 1;
const WORD = 2;
/** A character of a script without blanks between words. */
const ALONE = 3;
const known = new Uint8Array(0x10000);

/** Kind of the unit at a place; of a character of two units both have its kind. */
function kindAt(text: string, at: number, code: number): number {
  if (code >= 0xd800 && code < 0xe000)
    return kindOf(String.fromCodePoint(text.codePointAt(code < 0xdc00 ? at : at - 1)!));
  if (known[code] === 0) known[code] = kindOf(text[at]!);
  return known[code]!;
}

function kindOf(character: string): number {
  if (NO_BLANKS.test(character)) return ALONE;
  return LETTER.test(character) ? WORD : SIGN;
}

const NO_BLANKS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** What two sorted sets have in common, as a share of all that is in either (Jaccard). Two empty ones share nothing. */
export function jaccard(a: Float64Array, b: Float64Array): number {
  let [i, j, shared] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) shared++;
    const step = a[i]! - b[j]!;
    if (step <= 0) i++;
    if (step >= 0) j++;
  }
  return shared === 0 ? 0 : shared / (a.length + b.length - shared);
}
