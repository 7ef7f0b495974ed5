import { rank } from '../run/order';
import type { Ranking } from '../../base/types';

/**
 * The order after a cross-encoder has read the first N passages: score = logit + 10·α·first-stage score, in trec order.
 * The factor 10 scales a first-stage score of 0 to 1 to the range of logits. Passages below N follow in first-stage
 * order, with the lowest reranked score − 1, − 2, …, so that the result sorted by score is this order. A small
 * cross-encoder alone can order worse than the first stage did; α of 0.2 to 0.5 prevents that.
 *
 * @param firstStage in order; `logits[i]` belongs to its i-th passage
 * @param logits raw outputs of the model for the first N passages, not probabilities
 * @param interpolation α; 0 orders by the logit alone
 * @throws {RangeError} for more logits than passages or a logit that is not a finite number
 */
export function rerankOrder(firstStage: Ranking, logits: ArrayLike<number>, interpolation: number): Ranking {
  if (logits.length > firstStage.length)
    throw new RangeError(`${logits.length} logits for ${firstStage.length} passages`);
  if (logits.length === 0) return firstStage;
  const reranked = rank(
    firstStage.slice(0, logits.length).map(({ id, score }, i) => {
      if (!Number.isFinite(logits[i])) throw new RangeError(`the logit of passage “${id}” is ${logits[i]}`);
      return { id, score: logits[i]! + 10 * interpolation * score };
    }),
  );
  const lowest = reranked.at(-1)!.score;
  const below = firstStage.slice(logits.length).map(({ id }, i) => ({ id, score: lowest - (i + 1) }));
  return [...reranked, ...below];
}

/** The logit that {@link rerankOrder} made a score of, from that and the score of the first stage. */
export const logitOf = (score: number, firstStage: number, interpolation: number): number =>
  score - 10 * interpolation * firstStage;
