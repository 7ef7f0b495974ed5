import { CJK_CHARACTER } from '../text/cjk';
import { paragraphsOf, trimmed } from '../chunk/spans';
import type { Doc, Place, Span } from '../../base/types';
import { shuffled } from './generate/select';

/** Characters of a passage that a model is asked about: some paragraphs. Characters of Chinese and Japanese count two. */
const MAX_UNITS = 1800;
const MIN_UNITS = 160;

const CJK = new RegExp(CJK_CHARACTER, 'gu');

/** Whole paragraphs under one heading. First passages of all documents come first; the seed shuffles. */
export function promptPassages(docs: readonly Doc[], seed: number): Place[] {
  const queues = shuffled(docs, seed).map((doc, i) =>
    shuffled(blocksOf(doc), seed + i).map((span) => ({ doc: doc.id, ...span })),
  );
  const most = queues.reduce((max, { length }) => Math.max(max, length), 0);
  return Array.from({ length: most }, (_, i) => queues.flatMap((queue) => queue[i] ?? [])).flat();
}

/** A document in whole paragraphs, as many together as fit, none across a heading; without pieces that are too short. */
export function blocksOf({ text, outline }: Doc): Span[] {
  const cuts = new Set(outline?.headings.map(({ start }) => start));
  const spans: Span[] = [];
  let current: Span | null = null;
  for (const paragraph of paragraphsOf(text)) {
    const joined: Span | null = current && { start: current.start, end: paragraph.end };
    if (joined && !cuts.has(paragraph.start) && widthOf(text, joined) <= MAX_UNITS) current = joined;
    else {
      if (current) spans.push(current);
      current = paragraph;
    }
  }
  if (current) spans.push(current);
  return spans.flatMap((span) => halved(text, span)).filter((span) => widthOf(text, span) >= MIN_UNITS);
}

/** A paragraph that is far too long is cut at the end of a sentence, or of a line, near its middle. */
function halved(text: string, span: Span): Span[] {
  if (widthOf(text, span) <= 2 * MAX_UNITS) return [span];
  const middle = (span.start + span.end) >> 1;
  const found = /[.!?]\s|[。！？\n]/.exec(text.slice(middle, span.end));
  const at = found ? middle + found.index + 1 : middle;
  const halves = [trimmed(text, { start: span.start, end: at }), trimmed(text, { start: at, end: span.end })];
  return halves.flatMap((half) => (half && half.end - half.start < span.end - span.start ? halved(text, half) : []));
}

function widthOf(text: string, { start, end }: Span): number {
  const part = text.slice(start, end);
  return part.length + (part.match(CJK)?.length ?? 0);
}
