import { HAN } from '../text/cjk';
import { oneInEvery } from './one-in-every';

/** A word of a Japanese text, and how it is read, in katakana; null for a word that is in no dictionary. */
export interface ReadWord {
  readonly surface: string;
  readonly reading: string | null;
}

/** One word in so many is left unconverted, one in each question at least. */
const WORDS_PER_ERROR = 5;

const TO_HIRAGANA = 'あ'.charCodeAt(0) - 'ア'.charCodeAt(0);

/**
 * Words with kanji as they are typed before the input method converts them: every fifth in hiragana, by its reading. The
 * text itself where no word has kanji and a reading, and where the words do not add up to it.
 *
 * @param next numbers from 0 to below 1
 */
export function unconverted(text: string, words: readonly ReadWord[], next: () => number): string {
  if (words.map(({ surface }) => surface).join('') !== text) return text;
  const places = words.flatMap(({ surface, reading }, i) => (reading !== null && HAN.test(surface) ? [i] : []));
  const chosen = oneInEvery(WORDS_PER_ERROR, places, next);
  return words.map(({ surface, reading }, i) => (chosen.has(i) ? inHiragana(reading!) : surface)).join('');
}

const inHiragana = (katakana: string): string =>
  katakana.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_HIRAGANA));
