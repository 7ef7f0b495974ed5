import { type LinearTraining, type ScoreLoss, trainLinear } from './linear';
import type { TrainingData } from './matrix';
import type { ListNetOptions } from './options';
import type { TrainingStep } from './training';

/**
 * Trains ListNet with a linear scorer: the loss of a question is the cross entropy −Σ p_i ln q_i of p = softmax(grades)
 * and q = softmax(scores) over its candidates, the chances of each to be first; the mean is over the questions that have
 * a candidate of positive grade.
 *
 * Cao et al., “Learning to Rank: From Pairwise Approach to Listwise Approach”, ICML 2007, equation 4 (top one). See
 * {@link trainLinear} for the rest.
 */
export function trainListNet(data: TrainingData, options: ListNetOptions): Generator<TrainingStep, LinearTraining> {
  return trainLinear(data, listNetLoss, options);
}

/** See {@link trainListNet}. */
export function listNetLoss({ questions, offsets, labels }: TrainingData): ScoreLoss {
  const target = new Float64Array(labels.length);
  const counted = questions
    .map((_, q) => ({ from: offsets[q]!, to: offsets[q + 1]! }))
    .filter(({ from, to }) => labels.subarray(from, to).some((label) => label > 0));
  for (const { from, to } of counted) {
    const total = logOfSum(labels, from, to);
    for (let row = from; row < to; row++) target[row] = Math.exp(labels[row]! - total);
  }
  return (scores, slopes) => {
    let loss = 0;
    for (const { from, to } of counted) {
      const total = logOfSum(scores, from, to);
      for (let row = from; row < to; row++) {
        const logOf = scores[row]! - total;
        loss -= target[row]! * logOf;
        slopes[row] = (Math.exp(logOf) - target[row]!) / counted.length;
      }
    }
    return loss / counted.length;
  };
}

/** ln Σ exp(value), without overflow. */
function logOfSum(values: Float64Array, from: number, to: number): number {
  let most = -Infinity;
  for (let row = from; row < to; row++) if (values[row]! > most) most = values[row]!;
  let sum = 0;
  for (let row = from; row < to; row++) sum += Math.exp(values[row]! - most);
  return most + Math.log(sum);
}
