import { eachContained } from '../dataset/ground-truth-texts';
import type { Span } from '../../base/types';
import { mostAlike } from './alike';

export interface AlikePart extends Span {
  readonly doc: number;
  /** 1 − edits / length of the longer one. */
  readonly similarity: number;
}

/** Less is another text. */
const MIN_SIMILARITY = 0.9;

/** In texts that are shorter, two edits turn one fact into another (`May 1984`, `May 1985`): they are not looked for. */
const MIN_LENGTH = 20;

/** Documents that are tried for a part of a text, and for a text: a part that more documents hold tells little. */
const MAX_DOCS_OF_PART = 200;
const MAX_DOCS = 12;
/** Places that are compared in a document. */
const MAX_WINDOWS = 6;

/**
 * The part of all documents that is most like each text, where nine tenths are alike. A text of which a tenth is changed
 * still has a part unchanged, if it is cut into one more part than there are changes: documents with such parts are found
 * for all texts at once, those with most and rarest parts are tried, and in them only the places where the parts stand. So
 * of texts with changes in nearly every part some may be missed; what is found is always told with its true similarity.
 *
 * @param texts both these and the documents are folded
 * @returns for each text the best part, null where there is none
 */
export function locateAlike(texts: readonly string[], docs: readonly string[]): (AlikePart | null)[] {
  const parts = texts.flatMap((text, of) => partsOf(text).map((part) => ({ ...part, of })));
  const holders = parts.map((): number[] => []);
  const counts = new Int32Array(parts.length);
  eachContained(
    parts.map(({ text }) => text),
    docs,
    (part, doc) => void (counts[part]!++ < MAX_DOCS_OF_PART && holders[part]!.push(doc)),
  );
  const byText = texts.map((): number[] => []);
  parts.forEach(({ of }, i) => byText[of]!.push(i));
  return texts.map((text, i) => {
    const weights = new Map<number, number>();
    for (const part of byText[i]!)
      for (const doc of holders[part]!)
        weights.set(doc, (weights.get(doc) ?? 0) + Math.log(1 + docs.length / counts[part]!));
    const likely = [...weights].sort(([a, x], [b, y]) => y - x || a - b).slice(0, MAX_DOCS);
    const own = byText[i]!.map((part) => parts[part]!);
    return likely.reduce<AlikePart | null>((best, [doc]) => better(best, bestIn(text, own, docs[doc]!, doc)), null);
  });
}

interface TextPart {
  readonly text: string;
  /** Where it stands in the text that is looked for. */
  readonly offset: number;
}

/** Edits that a text may be away: 1 − d / L ≥ .9, where the longer text has at most d characters more. */
const mostEdits = (length: number): number => Math.floor((length * (1 - MIN_SIMILARITY)) / MIN_SIMILARITY + 1e-9);

function partsOf(text: string): TextPart[] {
  if (text.length + (text.match(WIDE)?.length ?? 0) < MIN_LENGTH) return [];
  const count = mostEdits(text.length) + 1;
  return Array.from({ length: count }, (_, i) => {
    const [start, end] = [Math.floor((i * text.length) / count), Math.floor(((i + 1) * text.length) / count)];
    return { text: text.slice(start, end), offset: start };
  });
}

/** Characters that say as much as two letters. */
const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu;

const better = (a: AlikePart | null, b: AlikePart | null): AlikePart | null =>
  a !== null && (b === null || a.similarity >= b.similarity) ? a : b;

function bestIn(text: string, parts: readonly TextPart[], doc: string, position: number): AlikePart | null {
  const most = mostEdits(text.length);
  let best: AlikePart | null = null;
  for (const start of likelyStarts(parts, doc, most)) {
    const from = Math.max(0, start - 2 * most);
    const found = mostAlike(text, doc.slice(from, start + text.length + 3 * most), most);
    if (!found) continue;
    const similarity = 1 - found.distance / Math.max(text.length, found.end - found.start);
    if (similarity >= MIN_SIMILARITY)
      best = better(best, { doc: position, start: from + found.start, end: from + found.end, similarity });
  }
  return best;
}

/** Where a text would begin, by the places of its parts in a document: those that most parts agree on, the first first. */
function likelyStarts(parts: readonly TextPart[], doc: string, most: number): number[] {
  const starts: number[] = [];
  for (const { text, offset } of parts)
    for (let at = doc.indexOf(text); at >= 0; at = doc.indexOf(text, at + 1)) starts.push(at - offset);
  starts.sort((a, b) => a - b);
  const groups: { first: number; count: number }[] = [];
  for (const start of starts) {
    const last = groups.at(-1);
    if (last && start - last.first <= most) last.count++;
    else groups.push({ first: start, count: 1 });
  }
  const likely = groups.sort((a, b) => b.count - a.count || a.first - b.first).slice(0, MAX_WINDOWS);
  return likely.map(({ first }) => first);
}
