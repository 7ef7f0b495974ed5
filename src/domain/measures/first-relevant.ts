import { rank } from '../run/order';
import type { DocId, Ranking } from '../types';
import { isRelevant } from './measure';

/**
 * Rank, from 1, of the first relevant document in trec order, or null where none was retrieved.
 *
 * @param judged grades of the question; unjudged documents are not relevant
 */
export function firstRelevantRank(
  ranking: Ranking,
  judged: ReadonlyMap<DocId, number>,
  relevance: number,
): number | null {
  const index = rank(ranking).findIndex((hit) => isRelevant(judged.get(hit.id), relevance));
  return index < 0 ? null : index + 1;
}
