import { rank } from '../run/order';
import type { DocId, Ranking } from '../types';
import { isRelevant, type JudgedRanking } from './measure';

/**
 * Looks up the grades of a ranking, in the order of trec_eval whatever order it comes in.
 *
 * @throws {RangeError} if a document is listed twice or a score is not a number: both would make measures wrong in
 * silence (recall above 1, an order that depends on the sort)
 */
export function judge(ranking: Ranking, judged: ReadonlyMap<DocId, number>, relevance: number): JudgedRanking {
  const seen = new Set<DocId>();
  for (const { id, score } of ranking) {
    if (seen.has(id)) throw new RangeError(`document “${id}” is in the ranking twice`);
    if (Number.isNaN(score)) throw new RangeError(`the score of document “${id}” is not a number`);
    seen.add(id);
  }
  let relevantTotal = 0;
  for (const grade of judged.values()) if (isRelevant(grade, relevance)) relevantTotal++;
  return { grades: rank(ranking).map((hit) => judged.get(hit.id)), judged, relevance, relevantTotal };
}
