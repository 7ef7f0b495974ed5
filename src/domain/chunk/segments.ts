import { segmentsOf } from '../text/segments';
import type { Span } from '../../base/types';

/**
 * The words or sentences of `Intl.Segmenter` that are not white space alone, in the order of the text.
 *
 * @param locale tells rules that depend on the language
 * @param window as in {@link segmentsOf}
 * @throws {Error} where the browser has no `Intl.Segmenter`
 */
export function segments(text: string, granularity: 'word' | 'sentence', locale: string, window?: number): Span[] {
  return [...segmentsOf(text, granularity, locale, window)]
    .filter((segment) => segment.text.trim() !== '')
    .map(({ start, end }) => ({ start, end }));
}
