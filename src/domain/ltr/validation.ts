import { byScore, discounts, type Gain, gainsOf, idealDcg } from './gain';
import type { TrainingData } from './matrix';

/**
 * Mean nDCG@cutoff over the questions that have a candidate of positive grade, the ideal being that of the candidates.
 * It says when to stop boosting, and is no measure of a system: that one reads all judgments.
 *
 * @returns a function of the scores, one a row; 0 where no question counts
 */
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
