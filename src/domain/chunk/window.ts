import type { Span } from '../../base/types';
import { advance } from './code-points';

/** In code points. */
export interface Lengths {
  readonly size: number;
  /** Less than the size. */
  readonly overlap: number;
}

/** Windows of `size` code points, each beginning `overlap` before the end of the one before; the last may be shorter. */
export function windows(text: string, { start, end }: Span, { size, overlap }: Lengths): Span[] {
  const spans: Span[] = [];
  for (let from = start; from < end; from = advance(text, from, size - overlap, end)) {
    const to = advance(text, from, size, end);
    spans.push({ start: from, end: to });
    if (to === end) break;
  }
  return spans;
}
