import { isRelevant } from '../measures/judge';
import { rank } from '../run/order';
import type { DocId, Need, Ranking } from '../../base/types';

export interface RecallTarget {
  readonly docs: readonly DocId[];
}

/** Its needs where it has some, else its relevant passages, in their order. */
export function recallTargets(
  judged: ReadonlyMap<DocId, number>,
  needs: readonly Need[] | undefined,
  relevance: number,
): RecallTarget[] {
  if (needs) return needs.map(({ docs }) => ({ docs }));
  return [...judged].filter(([, grade]) => isRelevant(grade, relevance)).map(([id]) => ({ docs: [id] }));
}

export const ranksOf = (ranking: Ranking): ReadonlyMap<DocId, number> =>
  new Map(rank(ranking).map(({ id }, i) => [id, i + 1]));

export const missedTargets = (
  targets: readonly RecallTarget[],
  ranks: ReadonlyMap<DocId, number>,
  k: number,
): RecallTarget[] => targets.filter(({ docs }) => !docs.some((id) => (ranks.get(id) ?? Infinity) <= k));
