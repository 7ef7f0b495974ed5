import { oneInEvery } from './one-in-every';

/** Keys beside each letter on a QWERTY keyboard: of its row, and those that touch it above and below. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  q: 'wa',
  w: 'qeas',
  e: 'wrsd',
  r: 'etdf',
  t: 'ryfg',
  y: 'tugh',
  u: 'yihj',
  i: 'uojk',
  o: 'ipkl',
  p: 'ol',
  a: 'qwsz',
  s: 'weadzx',
  d: 'ersfxc',
  f: 'rtdgcv',
  g: 'tyfhvb',
  h: 'yugjbn',
  j: 'uihknm',
  k: 'iojlm',
  l: 'opk',
  z: 'asx',
  x: 'sdzc',
  c: 'dfxv',
  v: 'fgcb',
  b: 'ghvn',
  n: 'hjbm',
  m: 'jkn',
};

/** Words that are long enough to be read with an error in them. */
const WORD = /(?<![\p{L}\p{N}\p{M}])\p{Script=Latin}{4,}(?![\p{L}\p{N}\p{M}])/gu;

/** One word in so many has an error, one in each question at least. */
const WORDS_PER_ERROR = 5;

/**
 * One wrong keystroke in every fifth word of Latin letters: a neighbouring key, two letters swapped, one left out, or one
 * doubled, with equal chances (the four kinds of Damerau, “A technique for computer detection and correction of spelling
 * errors”, CACM 1964). First letters, short words and numbers stay. The text itself where it has no such word.
 *
 * @param next numbers from 0 to below 1
 */
export function withTypingErrors(text: string, next: () => number): string {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index }));
  const chosen = oneInEvery(WORDS_PER_ERROR, [...words.keys()], next);
  let made = '';
  let end = 0;
  words.forEach(({ word, index }, n) => {
    made += text.slice(end, index) + (chosen.has(n) ? mistyped(word, next) : word);
    end = index + word.length;
  });
  return made + text.slice(end);
}

type Mistake = (word: string, at: number, next: () => number) => string;

const MISTAKES: readonly Mistake[] = [
  (word, at, next) => {
    const key = word[at]!;
    const keys = NEIGHBOURS[key.toLowerCase()];
    // What is not on this keyboard is left out.
    if (!keys) return word.slice(0, at) + word.slice(at + 1);
    const other = keys[Math.floor(next() * keys.length)]!;
    return word.slice(0, at) + (key === key.toLowerCase() ? other : other.toUpperCase()) + word.slice(at + 1);
  },
  // Two equal letters swapped are the same word: the second is left out instead, as a finger that hits once.
  (word, at) =>
    word[at - 1] === word[at]
      ? word.slice(0, at) + word.slice(at + 1)
      : word.slice(0, at - 1) + word[at]! + word[at - 1]! + word.slice(at + 1),
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at) + word[at]! + word.slice(at),
];

function mistyped(word: string, next: () => number): string {
  // After the second letter, so that a swap leaves the first where it is.
  const at = 2 + Math.floor(next() * (word.length - 2));
  return MISTAKES[Math.floor(next() * MISTAKES.length)]!(word, at, next);
}
