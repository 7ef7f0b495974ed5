import type { Span } from '../../base/types';
import { isPythonSpace, isSpace } from './spans';

/**
 * Counts characters that are white space neither to JavaScript nor to Python's `strip`, in UTF-16 units: whether a chunker
 * trims chunks makes no difference.
 */
export class VisibleText {
  /** `before[i]`: characters of the first `i` that are not white space. */
  private readonly before: Uint32Array;

  constructor(text: string) {
    this.before = new Uint32Array(text.length + 1);
    for (let at = 0; at < text.length; at++)
      this.before[at + 1] = this.before[at]! + (isWhite(text.charCodeAt(at)) ? 0 : 1);
  }

  /** Of a span, which may reach beyond the text. */
  of({ start, end }: Span): number {
    const last = this.before.length - 1;
    const [from, to] = [Math.min(Math.max(start, 0), last), Math.min(Math.max(end, 0), last)];
    return to > from ? this.before[to]! - this.before[from]! : 0;
  }

  /** What two spans share, as a share of the shorter one (Szymkiewicz and Simpson): 1 where one holds the other. */
  overlap(a: Span, b: Span): number {
    const shared = this.of({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) });
    return shared === 0 ? 0 : shared / Math.min(this.of(a), this.of(b));
  }
}

const isWhite = (code: number): boolean => isSpace(code) || isPythonSpace(code);

/**
 * A chunk and a judged span are about the same where they share half of the shorter one. Half, so that wherever a text is
 * cut, a span in it belongs to a chunk: of two neighbours one holds half of it, and of three the middle one lies in it.
 */
export const SAME_PLACE = 0.5;
