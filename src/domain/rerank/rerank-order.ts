import { rank } from '../run/order';
import type { Ranking } from '../../base/types';

/**
 * Score = logit + 10·α·first-stage score of the first N passages, in trec order; the factor 10 scales 0 to 1 to the
 * range of logits. Passages below N follow with the lowest reranked score − 1, − 2, … A small cross-encoder alone can
 * order worse than the first stage; α of 0.2 to 0.5 prevents that. @throws {RangeError} for more logits than passages
 * or a logit that is not finite
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

export const logitOf = (score: number, firstStage: number, interpolation: number): number =>
  score - 10 * interpolation * firstStage;
