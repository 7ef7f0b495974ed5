import type { Span } from '../../base/types';

export type IsWhiteSpace = (code: number) => boolean;

/** The span without white space at its ends; null where there is nothing else. */
export function trimmed(text: string, { start, end }: Span, isWhiteSpace: IsWhiteSpace = isSpace): Span | null {
  let [from, to] = [start, end];
  while (from < to && isWhiteSpace(text.charCodeAt(from))) from++;
  while (to > from && isWhiteSpace(text.charCodeAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}

/** Whether a part of a text has nothing but white space: no chunk can share anything with it. */
export const isBlank = (text: string, span: Span): boolean => trimmed(text, span) === null;

/** White space as JavaScript's `\s` has it; every such character is one UTF-16 unit. */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** Trimmed, without blank ones. Of equal neighbours one is kept: LangChain would give the same text twice. */
export function tidy(text: string, spans: readonly Span[], isWhiteSpace: IsWhiteSpace = isSpace): Span[] {
  const tidied: Span[] = [];
  for (const each of spans) {
    const span = trimmed(text, each, isWhiteSpace);
    const last = tidied.at(-1);
    if (span && !(last?.start === span.start && last.end === span.end)) tidied.push(span);
  }
  return tidied;
}

/** Code points of a part of a text: what Python counts as its length. A surrogate without its pair counts as one. */
export function codePoints(text: string, { start, end }: Span): number {
  let count = 0;
  for (let at = start; at < end; at = next(text, at)) count++;
  return count;
}

export function advance(text: string, from: number, count: number, end: number): number {
  let at = from;
  for (let done = 0; done < count && at < end; done++) at = next(text, at);
  return at;
}

const next = (text: string, at: number): number => at + (text.codePointAt(at)! > 0xffff ? 2 : 1);

/** As Python's `str.isspace` and `str.strip`: unlike `\s` with U+001C to U+001F and U+0085, without U+FEFF. */
export function isPythonSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
  if (code === 0x85) return true;
  return code !== 0xfeff && isSpace(code);
}

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

/** Counts characters that are white space neither to JavaScript nor to Python. */
export class VisibleText {
  private readonly before: Uint32Array;

  constructor(text: string) {
    this.before = new Uint32Array(text.length + 1);
    for (let at = 0; at < text.length; at++)
      this.before[at + 1] = this.before[at]! + (isWhite(text.charCodeAt(at)) ? 0 : 1);
  }

  of({ start, end }: Span): number {
    const last = this.before.length - 1;
    const [from, to] = [Math.min(Math.max(start, 0), last), Math.min(Math.max(end, 0), last)];
    return to > from ? this.before[to]! - this.before[from]! : 0;
  }

  /** What two spans share, as a share of the shorter one (Szymkiewicz and Simpson). */
  overlap(a: Span, b: Span): number {
    const shared = this.of({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) });
    return shared === 0 ? 0 : shared / Math.min(this.of(a), this.of(b));
  }
}

const isWhite = (code: number): boolean => isSpace(code) || isPythonSpace(code);

/** Share of the shorter one that makes a chunk and a judged span the same: wherever a text is cut, one belongs. */
export const SAME_PLACE = 0.5;
