import type { DocId, Need, Doc, Span } from '../../base/types';
import type { LiveList, LiveScores } from './live';
import type { PoolItem } from './pool';
import { trimmed, paragraphsOf } from '../chunk/spans';
import type { JudgedPlace } from './places';

/** What is judged by one key, in the documents. */
type Judgeable = Pick<PoolItem, 'place' | 'copies'>;

/**
 * How far judging an item can move the difference of two systems: |Δ if relevant − Δ if not|, Δ being the difference of
 * their values for the question. Judging the greatest swing first decides a comparison with the fewest judgments
 * (Carterette, Allan and Sitaraman, “Minimal test collections for retrieval evaluation”, 2006, where an item's weight
 * is what it can add to the difference of average precision).
 *
 * @param pair positions of the systems
 * @param relevant grade of a relevant item
 * @returns 0 before the question was taken in
 */
export function swingOf(
  live: LiveScores,
  index: number,
  item: Judgeable,
  [first, second]: readonly [number, number],
  relevant: number,
): number {
  const [a, b] = [live.list(index, first), live.list(index, second)];
  if (!a || !b) return 0;
  const judgedAs = (list: LiveList, system: number, grade: number): number => {
    const passages = [item.place, ...item.copies].map((place) => live.passagesAt(system, place));
    return live.valueOf(supposing(list, passages, grade));
  };
  const difference = (grade: number): number => judgedAs(a, first, grade) - judgedAs(b, second, grade);
  const swing = Math.abs(difference(relevant) - difference(0));
  // Sums of other gains differ by rounding where they are the same.
  return swing < 1e-12 ? 0 : swing;
}

/** A list as if some places had a grade. @param passages what each of the places is among the passages of the list */
function supposing({ ranking, truth }: LiveList, passages: readonly (readonly DocId[])[], grade: number): LiveList {
  const judged = new Map(truth.judged);
  for (const id of passages.flat()) judged.set(id, Math.max(grade, judged.get(id) ?? -Infinity));
  const before = truth.needs ?? (truth.placesAreNeeds && grade > 0 ? [] : undefined);
  return { ranking, truth: { ...truth, judged, needs: before && supposedNeeds(before, passages, grade) } };
}

/** A relevant place that meets no need is one more, as when acts are folded into judgments. */
function supposedNeeds(
  needs: readonly Need[],
  passages: readonly (readonly DocId[])[],
  grade: number,
): readonly Need[] {
  if (grade <= 0) return needs;
  const met = (docs: readonly DocId[]): boolean => needs.some((need) => need.docs.some((doc) => docs.includes(doc)));
  return [...needs, ...passages.filter((docs) => !met(docs)).map((docs) => ({ docs }))];
}

export interface QuestionSwing {
  readonly index: number;
  /** Sum of the swings of its items. */
  readonly swing: number;
  readonly deciding: number;
}

/** @param unjudged items of the question that have no grade */
export function questionSwing(
  live: LiveScores,
  index: number,
  unjudged: readonly Judgeable[],
  pair: readonly [number, number],
  relevant: number,
): QuestionSwing {
  const swings = unjudged.map((item) => swingOf(live, index, item, pair, relevant));
  return {
    index,
    swing: swings.reduce((sum, swing) => sum + swing, 0),
    deciding: swings.filter((swing) => swing > 0).length,
  };
}

/** Longest part of a document that is one find, in UTF-16 units. */
const LONGEST = 1200;

/**
 * Passages that hold every word of a text, in document order, for a person who knows of more than the systems found.
 * Case and character forms are ignored; words may be parts of words, as Chinese and Japanese need it.
 *
 * @param parts whether to find paragraphs instead of whole documents
 * @param limit most finds
 */
export function searchPlaces(docs: Iterable<Doc>, text: string, parts: boolean, limit: number): JudgedPlace[] {
  const words = fold(text).split(/\s+/u).filter(Boolean);
  const found: JudgedPlace[] = [];
  if (words.length === 0) return found;
  for (const doc of docs) {
    if (found.length >= limit) break;
    const whole = fold(`${doc.title} ${doc.text}`);
    if (!words.every((word) => whole.includes(word))) continue;
    if (parts) found.push(...paragraphsWith(doc, words).slice(0, limit - found.length));
    else found.push({ doc: doc.id, span: null });
  }
  return found;
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Paragraphs with all words; where no paragraph has all, those with the most of them. */
function paragraphsWith(doc: Doc, words: readonly string[]): JudgedPlace[] {
  const counted = findsOf(doc.text).map((span) => {
    const own = fold(doc.text.slice(span.start, span.end));
    return { span, count: words.filter((word) => own.includes(word)).length };
  });
  const most = counted.reduce((max, { count }) => Math.max(max, count), 0);
  return most === 0 ? [] : counted.filter(({ count }) => count === most).map(({ span }) => ({ doc: doc.id, span }));
}

/** Paragraphs; what is longer than {@link LONGEST} is cut at a line or a sentence, or else where it is. */
function findsOf(text: string): Span[] {
  return paragraphsOf(text).flatMap(({ start, end }) => {
    const found: (Span | null)[] = [];
    let from = start;
    while (end - from > LONGEST) {
      const cut = cutWithin(text, from);
      found.push(trimmed(text, { start: from, end: cut }));
      from = cut;
    }
    found.push(trimmed(text, { start: from, end }));
    return found.filter((span) => span !== null);
  });
}

function cutWithin(text: string, from: number): number {
  const window = text.slice(from, from + LONGEST);
  const ends = [...window.matchAll(/\n|[.!?]\s|[。！？]/gu)].map(({ index, 0: mark }) => index + mark.length);
  const last = ends.findLast((end) => end > LONGEST / 2);
  return from + (last ?? (isWithinCharacter(text, from + LONGEST) ? LONGEST - 1 : LONGEST));
}

/** Whether a cut would part the two units of one character. */
const isWithinCharacter = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
