import type { TrainingData } from './matrix';

export type Gain = 'linear' | 'exponential';

export function gainsOf(labels: Float64Array, gain: Gain): Float64Array {
  return gain === 'linear' ? labels : labels.map((label) => 2 ** label - 1);
}

/** Discount of a place, from 0: 1 / log2(place + 2). */
export function discounts(places: number): Float64Array {
  return Float64Array.from({ length: places }, (_, place) => 1 / Math.log2(place + 2));
}

/** Highest DCG@cutoff of the rows `from` to `to` − 1, the candidates alone: what no list found cannot be ranked. */
export function idealDcg(gains: Float64Array, from: number, to: number, cutoff: number, discount: Float64Array) {
  const best = gains.slice(from, to).sort().reverse();
  let sum = 0;
  for (let i = 0; i < Math.min(cutoff, best.length); i++) sum += best[i]! * discount[i]!;
  return sum;
}

/** Rows `from` to `to` − 1 by score, highest first; equal scores keep the order of the rows, whatever the labels. */
export function byScore(scores: Float64Array, from: number, to: number): Int32Array {
  const rows = new Int32Array(to - from);
  for (let i = 0; i < rows.length; i++) rows[i] = from + i;
  return rows.sort((a, b) => scores[b]! - scores[a]! || a - b);
}

/** The ideal is that of the candidates: for early stopping, no measure of a system. 0 where no question counts. */
export function candidateNdcg(data: TrainingData, cutoff: number, gain: Gain): (scores: Float64Array) => number {
  const { offsets, labels } = data;
  const gains = gainsOf(labels, gain);
  const discount = discounts(cutoff);
  const questions = Array.from(data.questions, (_, q) => {
    const [from, to] = [offsets[q]!, offsets[q + 1]!];
    return { from, to, ideal: idealDcg(gains, from, to, cutoff, discount) };
  }).filter(({ ideal }) => ideal > 0);
  return (scores) => {
    let sum = 0;
    for (const { from, to, ideal } of questions) {
      const rows = byScore(scores, from, to);
      let dcg = 0;
      for (let i = 0; i < Math.min(cutoff, rows.length); i++) dcg += gains[rows[i]!]! * discount[i]!;
      sum += dcg / ideal;
    }
    return questions.length === 0 ? 0 : sum / questions.length;
  };
}
