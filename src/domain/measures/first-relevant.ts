import type { DocId, Ranking } from '../../base/types';
import { judge } from './judge';

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
  return judge(ranking, judged).relevant(relevance).ranks[0] ?? null;
}
