import { rank } from '../run/order';
import type { DocId, Qrels, QueryId, Ranking, Run } from '../types';
import { isRelevant } from './measure';

/** Documents of equal score: they hold `size` ranks from `start` (0-based), and `relevant` of them are relevant. */
interface Group {
  readonly start: number;
  readonly size: number;
  readonly relevant: number;
}

/**
 * Whether ties decide a score: there is another order of documents with equal scores under which HitRate@k, MRR@k,
 * P@k, Recall@k or F1@k of this ranking has another value. That is so exactly if
 *
 * - the group that lies across the cut (it starts within the first k and ends beyond) is mixed, that is, holds
 *   relevant and other documents: how many relevant ones are within k is then a matter of their order; or
 * - the first group with a relevant document starts within the first k and is mixed: the rank of the first relevant
 *   document is then a matter of its order.
 *
 * Unjudged documents count as not relevant. Documents that were cut off from the ranking cannot be seen, so a tie
 * across its end is not found.
 */
export function tieDecides(
  ranking: Ranking,
  judged: ReadonlyMap<DocId, number>,
  relevance: number,
  k: number,
): boolean {
  let relevantBefore = 0;
  for (const group of groups(ranking, judged, relevance)) {
    if (group.start >= k) return false;
    const mixed = group.relevant > 0 && group.relevant < group.size;
    if (mixed && (relevantBefore === 0 || group.start + group.size > k)) return true;
    relevantBefore += group.relevant;
  }
  return false;
}

/** Judged questions for which ties decide a score at one k at least (see {@link tieDecides}), in qrels order. */
export function questionsDecidedByTies(run: Run, qrels: Qrels, ks: readonly number[], relevance: number): QueryId[] {
  return [...qrels].flatMap(([query, judged]) => {
    const ranking = run.get(query) ?? [];
    return ks.some((k) => tieDecides(ranking, judged, relevance, k)) ? [query] : [];
  });
}

function groups(ranking: Ranking, judged: ReadonlyMap<DocId, number>, relevance: number): Group[] {
  const hits = rank(ranking);
  const found: Group[] = [];
  for (let start = 0; start < hits.length;) {
    let end = start;
    let relevant = 0;
    while (end < hits.length && hits[end]!.score === hits[start]!.score)
      if (isRelevant(judged.get(hits[end++]!.id), relevance)) relevant++;
    // A score that is not a number equals nothing, itself neither: it is a group of one, not an endless loop.
    end = Math.max(end, start + 1);
    found.push({ start, size: end - start, relevant });
    start = end;
  }
  return found;
}
