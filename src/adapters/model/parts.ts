import { isSpace } from '../../domain/chunk/chunk';
import type { Span } from '../../base/types';

/** UTF-16 units that a tokenizer is given at once: it overflows its stack on 200,000 without a space. */
const MAX = 32_768;

/**
 * A text in parts that a tokenizer can take, which together are all of it. A part ends before the last white space that
 * fits, so that no word is cut; where there is none it ends where it must, but never within a code point.
 */
export function parts(text: string, most = MAX): Span[] {
  const found: Span[] = [];
  for (let start = 0; start < text.length; start = found.at(-1)!.end)
    found.push({ start, end: text.length - start <= most ? text.length : endOf(text, start, start + most) });
  return found;
}

function endOf(text: string, start: number, last: number): number {
  for (let at = last; at > start; at--) if (isSpace(text.charCodeAt(at))) return at;
  const isLow = (text.charCodeAt(last) & 0xfc00) === 0xdc00;
  return isLow && last - 1 > start ? last - 1 : last;
}
