import { isRelevant } from '../measures/judge';
import { rank } from '../run/order';
import type { DocId, Need, Ranking } from '../../base/types';

/** One thing that recall counts: any of these passages meets it. None where nothing can. */
export interface RecallTarget {
  readonly docs: readonly DocId[];
}

/**
 * What Recall@k of a question counts: its needs where it has some, else its relevant passages. The order is that of the
 * needs or judgments.
 *
 * @param relevance lowest grade that is relevant; needs have no grades
 */
export function recallTargets(
  judged: ReadonlyMap<DocId, number>,
  needs: readonly Need[] | undefined,
  relevance: number,
): RecallTarget[] {
  if (needs) return needs.map(({ docs }) => ({ docs }));
  return [...judged].filter(([, grade]) => isRelevant(grade, relevance)).map(([id]) => ({ docs: [id] }));
}

/** Ranks, from 1, of the passages of a ranking, in the order in which measures read it. */
export const ranksOf = (ranking: Ranking): ReadonlyMap<DocId, number> =>
  new Map(rank(ranking).map(({ id }, i) => [id, i + 1]));

/** Targets that are not met within k: Recall@k = 1 − missed / targets. */
export const missedTargets = (
  targets: readonly RecallTarget[],
  ranks: ReadonlyMap<DocId, number>,
  k: number,
): RecallTarget[] => targets.filter(({ docs }) => !docs.some((id) => (ranks.get(id) ?? Infinity) <= k));
