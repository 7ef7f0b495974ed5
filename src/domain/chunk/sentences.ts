import type { Span } from '../../base/types';
import { CHINESE_OR_JAPANESE, countOf, KANA } from '../text/cjk';
import { codePoints } from './spans';
import { trimmed } from './spans';
import { segmentsOf } from '../text/segments';

/**
 * Whole sentences, as many as `size` code points hold; a longer sentence is a chunk of its own. Each chunk begins with the
 * last `overlap` sentences of the one before, or as many of them as leave room for a new one.
 *
 * @throws {Error} where the browser has no `Intl.Segmenter`
 */
export function bySentences(text: string, { size, overlap }: { size: number; overlap: number }): Span[] {
  const sentences = sentencesOf(text);
  const spans: Span[] = [];
  const reach = (from: number, last: number): Span => ({ start: sentences[from]!.start, end: sentences[last]!.end });
  const fits = (from: number, last: number): boolean => codePoints(text, reach(from, last)) <= size;
  for (let next = 0; next < sentences.length;) {
    let from = Math.max(0, next - overlap);
    while (from < next && !fits(from, next)) from++;
    let last = next;
    while (last + 1 < sentences.length && fits(from, last + 1)) last++;
    spans.push(reach(from, last));
    next = last + 1;
  }
  return spans;
}

/**
 * Sentences by the rules of Unicode (UAX #29), without white space at their ends. A line break ends a sentence, but not
 * where a small letter follows: lines of fixed width, as in plain text and PDF.
 *
 * @throws {Error} where the browser has no `Intl.Segmenter`
 */
export function sentencesOf(text: string): Span[] {
  // As long as the text, so that places are the same.
  const unwrapped = text.replace(/(?<!\n)\n(?=\p{Ll})/gu, ' ');
  return segments(unwrapped, 'sentence', localeOf(text)).flatMap((span) => trimmed(text, span) ?? []);
}

/** Enough of a text to tell its script. */
const SAMPLED = 4096;

/** A language with the rules of the text's script. In Greek a sentence may end with `;`. */
function localeOf(text: string): string {
  const sample = text.slice(0, SAMPLED);
  const letters = countOf(sample, /\p{L}/u);
  const mostly = (script: RegExp): boolean => countOf(sample, script) * 2 > letters;
  if (mostly(CHINESE_OR_JAPANESE)) return KANA.test(sample) ? 'ja' : 'zh';
  if (mostly(/\p{Script=Hangul}/u)) return 'ko';
  return mostly(/\p{Script=Greek}/u) ? 'el' : 'en';
}

/** The segments of {@link segmentsOf} that are not blank. @throws {Error} where the browser has no `Intl.Segmenter` */
export function segments(text: string, granularity: 'word' | 'sentence', locale: string, window?: number): Span[] {
  return [...segmentsOf(text, granularity, locale, window)]
    .filter((segment) => segment.text.trim() !== '')
    .map(({ start, end }) => ({ start, end }));
}
