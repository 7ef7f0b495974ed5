import type { Span, Doc, DocId, Place } from '../../base/types';
import { eachContained } from '../dataset/ground-truth-texts';
import { valueOf } from '../../base/containers';
import { folded, type Folded } from './edits';

interface Alike extends Span {
  readonly distance: number;
}

/** The span that the fewest edits turn into a pattern (Sellers 1980; cut off beyond `most`, Ukkonen 1985). */
export function mostAlike(pattern: string, text: string, most: number): Alike | null {
  const height = pattern.length;
  // A column: the edits that each beginning of the pattern is away, and where in the text that match begins.
  const distances = Int32Array.from({ length: height + 1 }, (_, row) => row);
  const starts = new Int32Array(height + 1);
  let best: Alike | null = null;
  /** The last row within `most`. */
  let last = Math.min(most, height);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let [diagonal, diagonalStart] = [distances[0]!, starts[0]!];
    starts[0] = at + 1;
    const end = Math.min(last + 1, height);
    for (let row = 1; row <= end; row++) {
      // A row that the column before did not reach stands for `beyond most`.
      const [left, leftStart] = [row > last ? most + 1 : distances[row]!, starts[row]!];
      let [distance, start] = [diagonal + (pattern.charCodeAt(row - 1) === code ? 0 : 1), diagonalStart];
      if (left + 1 < distance) [distance, start] = [left + 1, leftStart];
      if (distances[row - 1]! + 1 < distance) [distance, start] = [distances[row - 1]! + 1, starts[row - 1]!];
      [diagonal, diagonalStart] = [left, leftStart];
      distances[row] = distance;
      starts[row] = start;
    }
    last = end;
    while (last > 0 && distances[last]! > most) last--;
    if (last === height && distances[height]! < (best?.distance ?? most + 1))
      best = { start: starts[height]!, end: at + 1, distance: distances[height]! };
  }
  return best;
}

interface AlikePart extends Span {
  readonly doc: number;
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
 * The part of all documents most like each text, where nine tenths are alike. Documents are found by unchanged parts of
 * a text, and tried around these alone: a text with changes in nearly every part may be missed, but what is found has
 * its true similarity. Texts and documents are folded. @returns for each text the best part, null where there is none
 */
function locateAlike(texts: readonly string[], docs: readonly string[]): (AlikePart | null)[] {
  const parts = texts.flatMap((text, of) => partsOf(text).map((part) => ({ ...part, of })));
  const holders = parts.map((): number[] => []);
  const counts = new Int32Array(parts.length);
  const needles = parts.map(({ text }) => text);
  eachContained(needles, docs, (part, doc) => void (counts[part]!++ < MAX_DOCS_OF_PART && holders[part]!.push(doc)));
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
export const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu;

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

export interface Located {
  /** In the order of the documents and their texts. All of them where the text was found as it is, the best one where it is `fuzzy`. */
  readonly matches: readonly Place[];
  /** `normalised`: but for case, white space and Unicode's compatibility forms; `fuzzy`: but for a tenth of its characters. */
  readonly how: 'exact' | 'normalised' | 'fuzzy';
  readonly similarity: number;
}

type LocatedSource = Pick<Doc, 'id' | 'text'>;

/** Finds one text; for many use {@link locateAll}, which reads every document once. */
export const locate = (text: string, docs: readonly LocatedSource[]): Located | null => locateAll([text], docs)[0]!;

/** Finds texts exactly, else after folding, else nine tenths alike. Offsets are those of the documents. */
export function locateAll(texts: readonly string[], docs: readonly LocatedSource[]): (Located | null)[] {
  const needles = texts.map((text) => folded(text).text);
  // Only texts are kept of all documents: the way back to offsets is made again for those that match.
  const haystacks = docs.map(({ text }) => folded(text).text);
  const holders = needles.map((): number[] => []);
  eachContained(needles, haystacks, (needle, doc) => void holders[needle]!.push(doc));
  const byId = new Map(docs.map(({ id, text }) => [id, text]));
  const opened = new Map<number, Folded>();
  const open = (doc: number): Folded => valueOf(opened, doc, () => folded(docs[doc]!.text));
  const found = texts.map((text, i) => {
    const places = holders[i]!.sort((a, b) => a - b).flatMap((doc) => placesOf(needles[i]!, docs[doc]!, open(doc)));
    return asItIs(text.trim(), places, byId);
  });
  const missing = [...texts.keys()].filter((i) => found[i] === null && needles[i] !== '');
  const lost = missing.map((i) => needles[i]!);
  const alike = locateAlike(lost, haystacks);
  missing.forEach((i, at) => {
    const match = alike[at];
    if (!match) return;
    const place = { doc: docs[match.doc]!.id, ...open(match.doc).source(match) };
    found[i] = { matches: [place], how: 'fuzzy', similarity: match.similarity };
  });
  return found;
}

function placesOf(needle: string, { id }: LocatedSource, { text: haystack, source }: Folded): Place[] {
  const spans: Span[] = [];
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length))
    spans.push(source({ start: at, end: at + needle.length }));
  return spans.map(({ start, end }) => ({ doc: id, start, end }));
}

/** Exact places where there are any, of them those that are words of their own where there are any. */
function asItIs(text: string, places: readonly Place[], texts: ReadonlyMap<DocId, string>): Located | null {
  if (places.length === 0) return null;
  const whole = places.filter((place) => isOfItsOwn(texts.get(place.doc)!, place));
  const kept = whole.length > 0 ? whole : places;
  const exact = kept.filter(({ doc, start, end }) => texts.get(doc)!.slice(start, end) === text);
  return { matches: exact.length > 0 ? exact : kept, how: exact.length > 0 ? 'exact' : 'normalised', similarity: 1 };
}

/** Scripts that are written with blanks between words; the others have no border that could be told from a text. */
const WITHIN_WORD = /[\p{L}\p{N}](?<![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}])/u;

export function isOfItsOwn(text: string, { start, end }: Span): boolean {
  const within = (at: number) => WITHIN_WORD.test(text[at - 1] ?? '') && WITHIN_WORD.test(text[at] ?? '');
  return !within(start) && !within(end);
}
