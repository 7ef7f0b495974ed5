import { minMax } from '../../fusion/normalise';
import { rank } from '../../run/order';
import type { DocId, Ranking } from '../../../base/types';
import { type Described, numberOf } from './field-values';

/**
 * Boosts documents of a list: s' = (s − min) / (max − min) + weight · share. Scores are normalised to 0 to 1 first, so
 * that a weight means the same whatever scored the list: with a weight of 1, a share of 1 outweighs the whole list. A
 * factor would do nothing to the last of a list, whose score is 0.
 *
 * @param share of a document, 0 to 1
 * @returns the same documents in the order of the new scores, ties as trec_eval has them
 */
export function boosted(ranking: Ranking, weight: number, share: (doc: DocId) => number): Ranking {
  const scores = minMax(Float64Array.from(ranking, ({ score }) => score));
  return rank(ranking.map(({ id }, i) => ({ id, score: scores[i]! + weight * share(id) })));
}

/** A document's number, from 0 at the collection's lowest to 1 at the highest; 0 without one, or if all are equal. */
export function numberShares(field: string, docs: readonly Described[]): Float64Array {
  const numbers = docs.map((doc) => numberOf(doc, field));
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number === undefined) continue;
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  return Float64Array.from(numbers, (number) =>
    number === undefined || high <= low ? 0 : (number - low) / (high - low),
  );
}
