import type { StepRank } from '../../../workbench/inspect/tried-question';
import { count } from '../format';
import { capital, partName } from '../system-text';
import { NO_PARTS } from '../../../domain/experiment/parts';
import type { SystemSpec } from '../../../domain/experiment/experiment';
import { readableName } from '../system-names';
import type { Span } from '../../../base/types';

/** The key of an event; null where it belongs to what has the focus, or to the browser. */
export function plainKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const target = event.target instanceof Element ? event.target : null;
  // The focus is nowhere once what had it in a dialog is gone.
  if (event.target === document.body && document.querySelector('dialog[open]')) return null;
  const isChoice = target?.matches('input:is([type="radio"], [type="checkbox"])');
  if (target?.closest('dialog') || (!isChoice && target?.closest('input, textarea, select, [contenteditable]')))
    return null;
  // A grade that is held down would be given to passages that nobody has read.
  return event.repeat && /^\d$/.test(event.key) ? null : event.key;
}

/** What a key does; null for other keys, and for one of what has the focus. @param held keys that may be held down */
export function boundKey(
  event: KeyboardEvent,
  keys: Readonly<Record<string, () => unknown>>,
  held: readonly string[],
): (() => unknown) | null {
  const key = plainKey(event);
  // Other keys that are held down would judge what nobody has read.
  if (key === null || !Object.hasOwn(keys, key) || (event.repeat && !held.includes(key))) return null;
  const target = event.target instanceof Element ? event.target : null;
  if ((key === 'Enter' || key === ' ') && target?.closest('button, a, summary')) return null;
  return target?.matches('input') && /^(Arrow.*|Enter|[jk])$/.test(key) ? null : keys[key]!;
}

/** The rows to draw. @param top of the list from the visible top: negative if scrolled @param spare rows around them */
export function rowWindow(count: number, row: number, top: number, height: number, spare = 8) {
  if (row <= 0 || count === 0) return { first: 0, end: Math.min(count, 2 * spare) };
  const first = Math.floor(-top / row) - spare;
  const end = Math.ceil((height - top) / row) + spare;
  const clamp = (at: number): number => Math.max(0, Math.min(count, at));
  return { first: clamp(first), end: clamp(end) };
}

/** What each part after the retrievers did to a passage: `fusion 3`, `reranker 12 → 1`; parts that move nothing are left out. */
export function stepMoves(steps: readonly StepRank[]): { readonly label: string; readonly text: string }[] {
  return steps.flatMap(({ part, before, after, reads }, i) => {
    const label = capital(partName(part));
    if (before === null || i === 0) return [{ label, text: count(after.rank) }];
    if (part === 'rerank' && reads !== null && before.rank > reads) return [{ label, text: 'not read' }];
    if (before.rank === after.rank) return part === 'threshold' ? [] : [{ label, text: `stays ${count(after.rank)}` }];
    return [{ label, text: `${count(before.rank)} → ${count(after.rank)}` }];
  });
}

export const retrieverNames = ({ retrievers }: SystemSpec): string[] =>
  retrievers.map((retriever) => readableName({ id: '', ...NO_PARTS, retrievers: [retriever] }, true));

/** Custom properties of the colours of a system's retrievers: a system of the same retriever alone lends its own. */
export const retrieverColours = (
  { retrievers }: SystemSpec,
  systems: readonly SystemSpec[],
  variable: (system: string) => string,
): string[] =>
  retrievers.map((retriever, i) => {
    const alone = systems.find(
      (system) =>
        system.retrievers.length === 1 &&
        !system.rerank &&
        !system.learned &&
        JSON.stringify(system.retrievers[0]) === JSON.stringify(retriever),
    );
    return alone ? variable(alone.id) : `--sys-${(i % 12) + 1}`;
  });

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

/** The part of a long text around its first mark, or its beginning; cut at white space where possible. */
export function excerpt(text: string, marks: readonly Span[], limit: number): Span {
  if (text.length <= limit * 1.25) return { start: 0, end: text.length };
  const first = Math.min(...marks.map(({ start }) => start));
  const away = Number.isFinite(first) && first > limit * 0.8;
  const start = away ? afterSpace(text, Math.max(0, first - BEFORE)) : 0;
  const end = Math.min(text.length, start + limit);
  return { start, end: end === text.length ? end : beforeSpace(text, end) };
}

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
