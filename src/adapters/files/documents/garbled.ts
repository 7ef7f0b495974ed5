import { CHINESE_OR_JAPANESE, HAN } from '../../../domain/text/cjk';
import { eastAsianLanguages } from './ideographs';

/**
 * For each letter, those that follow it in at least two Latin-script languages: from the 300 most frequent trigrams of
 * 43 languages in franc (translations of the Universal Declaration of Human Rights).
 */
const FOLLOWING: Readonly<Record<string, string>> = {
  a: 'abcdefghijklmnopqrstuvwxyz',
  b: 'abeiloruwy',
  c: 'aehiklotuy',
  d: 'adehijlnorsuwyz',
  e: 'abcdefghijklmnoprstuvwxyz',
  f: 'aeiortu',
  g: 'abdeghikloprstuwxy',
  h: 'aeilnorstuwy',
  i: 'abcdefghijklmnopqrstuvwxyz',
  j: 'aehinosu',
  k: 'adehikloprstuvwy',
  l: 'adegijklmnoqstuwy',
  m: 'abefgijklmopstuw',
  n: 'abcdeghijklmnostuvxyz',
  o: 'abcdfghijklmnoprstuvwxyz',
  p: 'aehiloru',
  q: 'ailou',
  r: 'abcdeghijklmnorstuwy',
  s: 'acehiklmnopstuvwyz',
  t: 'adehiklmnorstuvwy',
  u: 'abcdefghijklmnpqrstuvwxyz',
  v: 'aeijlnoruy',
  w: 'aeinosuy',
  x: 'ai',
  y: 'acdeilmnostuwy',
  z: 'adehiouwy',
};

const SCRIPTS = ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Thai', 'Hangul', 'Devanagari'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);
const LETTER = /\p{L}/u;
const BREAKS_WORDS = /[!"#$%&*+<=>@\\^`{|}~\d]/;
/** Characters that fonts have without saying what they mean, and what is read of damaged bytes. */
const UNMAPPED = /[\p{Co}\p{Cn}\ufffd]|(?![\t-\r])\p{Cc}/u;

const MIN_PAIRS = 30;
/** Share of improbable pairs: texts have up to a tenth, shifted or unmapped ones half and more. */
const GARBLED = 0.3;

/**
 * Whether a text is of no language: its letters follow each other as they do in none, scripts change within words, its
 * ideographs are those that no one uses, or its characters mean nothing.
 */
export function isGarbled(text: string): boolean {
  let [pairs, improbable] = [0, 0];
  let before = ' ';
  for (const character of text) {
    if (!/\s/.test(character) && !/\s/.test(before)) {
      pairs++;
      if (isImprobable(before, character)) improbable++;
    }
    before = character;
  }
  return pairs >= MIN_PAIRS && improbable > GARBLED * pairs;
}

function isImprobable(a: string, b: string): boolean {
  if (UNMAPPED.test(a) || UNMAPPED.test(b)) return true;
  const [lowerA, lowerB] = [a.toLowerCase(), b.toLowerCase()];
  const following = FOLLOWING[lowerA];
  if (following !== undefined && lowerB in FOLLOWING)
    return !following.includes(lowerB) || (a === lowerA && b !== lowerB);
  if (!LETTER.test(a)) return BREAKS_WORDS.test(a) && LETTER.test(b);
  if (BREAKS_WORDS.test(b)) return !CHINESE_OR_JAPANESE.test(a);
  return LETTER.test(b) && (isRare(a) || isRare(b) || scriptOf(a) !== scriptOf(b));
}

/** Latin letters stand beside ideographs and Hangul. */
function scriptOf(letter: string): number {
  const script = CHINESE_OR_JAPANESE.test(letter) ? 0 : SCRIPTS.findIndex((each) => each.test(letter));
  return SCRIPTS[script] === SCRIPTS[6] ? 0 : script;
}

const isRare = (letter: string): boolean =>
  HAN.test(letter) && !eastAsianLanguages('utf-16le').some(({ inUse }) => inUse.has(letter));
