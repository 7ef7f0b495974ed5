import type { DocId, Need } from '../../base/types';
import type { LiveList, LiveScores } from './live';
import type { PoolItem } from './pool';

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
  /** Items that can move the difference. */
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
