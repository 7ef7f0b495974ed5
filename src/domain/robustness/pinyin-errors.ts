import { oneInEvery } from './one-in-every';

export interface Homophone {
  readonly text: string;
  /** How often the documents have it. */
  readonly count: number;
}

/** A word of a Chinese text, and what an input method may write in its place. */
export interface TypedWord {
  readonly surface: string;
  readonly homophones: readonly Homophone[];
}

/** One word in so many is wrong, one in each question at least. */
const WORDS_PER_ERROR = 5;

/**
 * One Chinese word in every five that can be written otherwise with the same syllables, written so: frequent words are
 * taken more often. The text itself where it has no such word, and where the words do not add up to it.
 *
 * @param next numbers from 0 to below 1
 */
export function withHomophones(text: string, words: readonly TypedWord[], next: () => number): string {
  if (words.map(({ surface }) => surface).join('') !== text) return text;
  const places = words.flatMap(({ homophones }, i) => (homophones.length > 0 ? [i] : []));
  const chosen = oneInEvery(WORDS_PER_ERROR, places, next);
  return words.map((word, i) => (chosen.has(i) ? drawn(word.homophones, next) : word.surface)).join('');
}

/** Each with a chance in proportion to its count. */
function drawn(homophones: readonly Homophone[], next: () => number): string {
  let left = next() * homophones.reduce((sum, { count }) => sum + count, 0);
  return (homophones.find(({ count }) => (left -= count) < 0) ?? homophones.at(-1)!).text;
}
