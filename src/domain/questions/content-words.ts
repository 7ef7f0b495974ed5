import { KANA } from '../text/cjk';
import { CJK_CHARACTER } from '../text/cjk';
import { cjkBigram } from '../text/cjk-bigram';
import { plainText } from '../text/plain-text';
import { porter2 } from '../text/porter2';
import { segmentsOf } from '../text/segments';
import type { Span } from '../../base/types';
import {
  CHINESE_FUNCTION_STRINGS,
  CHINESE_FUNCTION_WORDS,
  ENGLISH_FUNCTION_WORDS,
  JAPANESE_ASKING,
  JAPANESE_FUNCTION_WORDS,
} from './function-words';

const CJK = new RegExp(CJK_CHARACTER, 'u');
const HIRAGANA = /[\p{Script=Hiragana}]+/gu;

/**
 * What a text is about, as terms that can be held against those of another: stems of words, and pairs of characters of
 * Chinese and Japanese. Function words are left out, and Hiragana, which in Japanese is mostly particles and endings.
 *
 * @returns each term once
 */
export function contentTerms(text: string): Set<string> {
  const plain = plainText(text);
  const cut = KANA.test(plain)
    ? plain.replace(JAPANESE_ASKING, ' ').replace(HIRAGANA, ' ')
    : CJK.test(plain)
      ? plain.replace(CHINESE_FUNCTION_STRINGS, ' ')
      : plain;
  const terms = cjkBigram(cut).filter((term) => CJK.test(term) || !ENGLISH_FUNCTION_WORDS.has(term));
  return new Set(terms.map((term) => (CJK.test(term) ? term : porter2(term))));
}

/** A word with where it stands. */
export interface Word extends Span {
  /** In lower case. */
  readonly text: string;
}

const LATIN_WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’-](?=[\p{L}\p{N}])|(?<=\p{N})[.,](?=\p{N}))*/gu;

/** The words of a text, those of Chinese and Japanese by the browser's dictionary (`Intl.Segmenter`). */
export function wordsIn(text: string): Word[] {
  if (!CJK.test(text)) return [...text.matchAll(LATIN_WORD)].map(({ 0: word, index: start }) => wordAt(word, start));
  const words: Word[] = [];
  for (const { text: word, start, isWordLike } of segmentsOf(text, 'word', 'en'))
    if (isWordLike) words.push(wordAt(word, start));
  return words;
}

const wordAt = (word: string, start: number): Word => ({ start, end: start + word.length, text: word.toLowerCase() });

/** Whether a word of {@link wordsIn} says what a text is about. */
export function isContentWord(word: string): boolean {
  if (!CJK.test(word))
    return (word.length > 2 || /\d/.test(word)) && !ENGLISH_FUNCTION_WORDS.has(word.replaceAll('’', "'"));
  if (/^[\p{Script=Hiragana}ー]+$/u.test(word)) return false;
  return word.length > 1 && !CHINESE_FUNCTION_WORDS.has(word) && !JAPANESE_FUNCTION_WORDS.has(word);
}
