import { trimmed } from '../../domain/chunk/spans';
import type { JudgedPlace } from '../../domain/judging/places';
import { docId } from '../../base/types';

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
