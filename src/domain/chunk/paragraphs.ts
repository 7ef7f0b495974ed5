import { trimmed } from './chunk';
import type { Span } from '../../base/types';

/** The parts of a text between empty lines, without white space at their ends. */
export function paragraphsOf(text: string): Span[] {
  const found: Span[] = [];
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(/\n\s*\n|$/g)) {
    const span = trimmed(text, { start, end: index });
    if (span) found.push(span);
    start = index + gap.length;
  }
  return found;
}
