/** UTF-16 units that are segmented at once. */
const WINDOW = 2048;

/** A word or a sentence, where it stands in a text. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** As `Intl.Segmenter` has it; false for sentences. */
  readonly isWordLike: boolean;
}

/**
 * The segments of `Intl.Segmenter`, in the order of the text. V8 takes time that grows with the square of a text's length
 * (a minute for 150 kB), so the text is read by windows. Rules look ahead, over a few characters: what ends in the last
 * quarter of a window is segmented again with what follows.
 *
 * @param locale tells rules that depend on the language
 * @throws {Error} where the browser has no `Intl.Segmenter`
 */
export function* segmentsOf(
  text: string,
  granularity: 'word' | 'sentence',
  locale: string,
  window = WINDOW,
): Generator<Segment> {
  if (typeof Intl.Segmenter !== 'function')
    throw new Error('This browser has no Intl.Segmenter: choose another way of cutting text, or a newer browser.');
  const segmenter = segmenterOf(granularity, locale);
  let length = window;
  for (let from = 0; from < text.length;) {
    const to = Math.min(text.length, from + length);
    const sure = to === text.length ? to : to - length / 4;
    const start = from;
    for (const { index, segment, isWordLike = false } of segmenter.segment(text.slice(start, to))) {
      const end = start + index + segment.length;
      if (end > sure) break;
      yield { start: start + index, end, text: segment, isWordLike };
      from = end;
    }
    // Longer than a window.
    length = from === start ? length * 2 : window;
  }
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(granularity: 'word' | 'sentence', locale: string): Intl.Segmenter {
  const key = `${granularity} ${locale}`;
  const known = segmenters.get(key) ?? new Intl.Segmenter(locale, { granularity });
  segmenters.set(key, known);
  return known;
}
