import type { Span } from '../../base/types';

/** Code points of a part of a text: what Python counts as its length. A surrogate without its pair counts as one. */
export function codePoints(text: string, { start, end }: Span): number {
  let count = 0;
  for (let at = start; at < end; at = next(text, at)) count++;
  return count;
}

/** Where the text stands `count` code points after `from`, or at `end` if that comes first. */
export function advance(text: string, from: number, count: number, end: number): number {
  let at = from;
  for (let done = 0; done < count && at < end; done++) at = next(text, at);
  return at;
}

const next = (text: string, at: number): number => at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
