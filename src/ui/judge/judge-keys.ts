import { GRADE_MEANINGS } from '../shared/messages/judging';
import { plainKey } from '../shared/panes/panes';
import { trimmed } from '../../domain/chunk/spans';
import type { JudgedPlace } from '../../domain/judging/places';
import { docId } from '../../base/types';

type JudgeKey =
  | { readonly kind: 'grade'; readonly grade: number }
  | { readonly kind: 'move' | 'turn'; readonly step: 1 | -1 }
  | { readonly kind: 'close' | 'skip' | 'undo' | 'whole' | 'back' | 'search' | 'note' | 'help' };

const KEYS: Readonly<Record<string, JudgeKey>> = {
  ...Object.fromEntries(GRADE_MEANINGS.map((_, grade) => [String(grade), { kind: 'grade', grade } as const])),
  ArrowDown: { kind: 'move', step: 1 },
  ArrowUp: { kind: 'move', step: -1 },
  j: { kind: 'turn', step: 1 },
  ArrowRight: { kind: 'turn', step: 1 },
  k: { kind: 'turn', step: -1 },
  ArrowLeft: { kind: 'turn', step: -1 },
  Enter: { kind: 'close' },
  s: { kind: 'skip' },
  u: { kind: 'undo' },
  d: { kind: 'whole' },
  Escape: { kind: 'back' },
  '/': { kind: 'search' },
  n: { kind: 'note' },
  '?': { kind: 'help' },
};

/** Null for a key that is not ours, or that belongs to what has the focus. */
export function judgeKey(event: KeyboardEvent): JudgeKey | null {
  const pressed = plainKey(event);
  const key = pressed !== null && Object.hasOwn(KEYS, pressed) ? KEYS[pressed]! : null;
  // A key that is held down would judge what nobody has read.
  if (!key || (event.repeat && key.kind !== 'move')) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (key.kind === 'close' && target?.closest('button, a, summary')) return null;
  const isChoice = target?.matches('input') ?? false;
  return isChoice && (key.kind === 'turn' || key.kind === 'move' || key.kind === 'close') ? null : key;
}

/** The selected part of one document. Elements with text have `data-doc` and `data-from`, where it begins there. */
export function selectedPlace(textOf: (place: JudgedPlace) => string | null): JudgedPlace | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  const first = elementOf(startContainer);
  const last = elementOf(endContainer);
  if (!first) return null;
  const doc = docId(first.dataset['doc']!);
  const text = textOf({ doc, span: null });
  if (text === null) return null;
  const start = offsetIn(first, startContainer, startOffset);
  // A selection that ends outside, as a triple click's does, ends with the text that it began in.
  const inside = last !== null && last.dataset['doc'] === doc;
  const end = inside ? offsetIn(last, endContainer, endOffset) : endOf(first);
  const span = trimmed(text, { start: Math.max(0, start), end: Math.min(end, text.length) });
  return span && { doc, span };
}

const elementOf = (node: Node): HTMLElement | null =>
  (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-from]') ?? null;

const endOf = (element: HTMLElement): number => Number(element.dataset['from']) + Number(element.dataset['length']);

function offsetIn(element: HTMLElement, node: Node, offset: number): number {
  const from = Number(element.dataset['from']);
  // Of an element the offset counts nodes: before the text or behind it.
  return node.nodeType === Node.TEXT_NODE
    ? Math.min(from + offset, endOf(element))
    : offset === 0
      ? from
      : endOf(element);
}
