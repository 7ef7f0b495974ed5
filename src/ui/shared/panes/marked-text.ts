import type { Span } from '../../../base/types';

/** A text in pieces, as marks cut it; marks that overlap or touch are one. */
export function pieces(text: string, marks: readonly Span[], { start: from, end: to }: Span) {
  const found: { readonly text: string; readonly marked: boolean }[] = [];
  const push = (start: number, end: number, marked: boolean): void => {
    if (end > start) found.push({ text: text.slice(start, end), marked });
  };
  let at = from;
  for (const { start, end } of joined(marks)) {
    if (end <= from || start >= to) continue;
    push(at, Math.max(from, start), false);
    push(Math.max(from, start), Math.min(to, end), true);
    at = Math.min(to, end);
  }
  push(at, to, false);
  return found;
}

function joined(marks: readonly Span[]): Span[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of [...marks].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/** Characters before the first mark of an excerpt that does not begin with the text. */
const BEFORE = 60;

/**
 * The part of a long text that is shown first: its beginning, or what is around the first mark where the beginning has
 * none. Cut at white space where there is some near.
 */
export function excerpt(text: string, marks: readonly Span[], limit: number): Span {
  if (text.length <= limit * 1.25) return { start: 0, end: text.length };
  const first = Math.min(...marks.map(({ start }) => start));
  const away = Number.isFinite(first) && first > limit * 0.8;
  const start = away ? afterSpace(text, Math.max(0, first - BEFORE)) : 0;
  const end = Math.min(text.length, start + limit);
  return { start, end: end === text.length ? end : beforeSpace(text, end) };
}

/** Furthest that a cut moves to find white space. */
const NEAR = 20;

function afterSpace(text: string, at: number): number {
  const found = /\s/u.exec(text.slice(at, at + NEAR));
  return whole(text, found ? at + found.index + 1 : at);
}

function beforeSpace(text: string, at: number): number {
  const found = /\s(?=\S*$)/u.exec(text.slice(at - NEAR, at));
  return whole(text, found ? at - NEAR + found.index : at);
}

/** Not between the halves of a character. */
const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at);
