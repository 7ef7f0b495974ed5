import { rank } from '../run/order';
import type { DocId, Hit, Ranking } from '../types';

/** Sums the scores that lists give to each document and ranks the union; a list without it gives a document nothing. */
export function sumScores(lists: readonly (readonly Hit[])[]): Ranking {
  const sums = new Map<DocId, number>();
  for (const list of lists) for (const { id, score } of list) sums.set(id, (sums.get(id) ?? 0) + score);
  return rank(Array.from(sums, ([id, score]) => ({ id, score })));
}
