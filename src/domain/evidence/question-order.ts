import { hashText } from '../../base/hash';
import type { QueryId } from '../../base/types';

/**
 * The order in which questions are judged: by a hash of seed and id, so that a question keeps its place among those that
 * are there, whatever others are added, and no judgment can move it.
 *
 * @returns positions of the questions
 */
export function questionOrder(seed: string, queries: readonly QueryId[]): number[] {
  const hashes = queries.map((query) => hashText(JSON.stringify([seed, query])));
  return [...queries.keys()].sort((a, b) => (hashes[a]! < hashes[b]! ? -1 : 1));
}

/**
 * The questions that count as a random sample: those before the first one that is not complete. What was judged out of
 * this order counts as soon as the order reaches it. Which questions come first does not depend on any judgment, so the
 * sample is random whatever was judged before, in whatever queue.
 */
export function completedPrefix(order: readonly number[], isComplete: (index: number) => boolean): number[] {
  const end = order.findIndex((index) => !isComplete(index));
  return end < 0 ? [...order] : order.slice(0, end);
}
