import { byScore, discounts, type Gain, gainsOf, idealDcg } from './gain';
import type { TrainingData } from './matrix';
import type { Derivatives } from './regression-tree';

export interface LambdaOptions {
  readonly gain: Gain;
  readonly truncation: number;
  readonly sigmoid: number;
  readonly normalise: boolean;
}

interface QuestionRows {
  readonly from: number;
  readonly to: number;
  readonly ideal: number;
}

/**
 * Gradients and hessians of LambdaRank, by row, for scores s. For rows i and j of a question with label i > label j, at
 * least one of them among the first `truncation` by score,
 *
 * ρ = 1 / (1 + exp(σ (s_i − s_j))),
 * Δ = |gain_i − gain_j| · |discount_i − discount_j| / ideal DCG at the truncation,
 *
 * gradient_i −= σ Δ ρ, gradient_j += σ Δ ρ, and both hessians += σ² Δ ρ (1 − ρ). With `normalise`, Δ is divided by
 * .01 + |s_i − s_j| (unless all scores of the question are equal), and all of a question is scaled by
 * log2(1 + S) / S, S being the sum of |gradients| over its pairs.
 *
 * Burges, “From RankNet to LambdaRank to LambdaMART: An Overview”, MSR-TR-2010-82, sections 4 and 7; truncation and
 * normalisation as in `LambdarankNDCG` of LightGBM 4.
 *
 * @returns a function that writes the derivatives at given scores over `into`
 */
export function lambdaGradients(
  data: TrainingData,
  options: LambdaOptions,
): (scores: Float64Array, into: Derivatives) => void {
  const { offsets, labels } = data;
  const gains = gainsOf(labels, options.gain);
  const questions = Array.from(data.questions, (_, q) => ({ from: offsets[q]!, to: offsets[q + 1]! }));
  const discount = discounts(questions.reduce((longest, { from, to }) => Math.max(longest, to - from), 0));
  const learnable = questions
    .map(({ from, to }): QuestionRows => ({ from, to, ideal: idealDcg(gains, from, to, options.truncation, discount) }))
    .filter(({ ideal }) => ideal > 0);
  return (scores, into) => {
    into.gradients.fill(0);
    into.hessians.fill(0);
    for (const question of learnable) addQuestion(question, scores, gains, discount, options, into);
  };
}

function addQuestion(
  { from, to, ideal }: QuestionRows,
  scores: Float64Array,
  gains: Float64Array,
  discount: Float64Array,
  { truncation, sigmoid, normalise }: LambdaOptions,
  { gradients, hessians }: Derivatives,
): void {
  const rows = byScore(scores, from, to);
  const damped = normalise && scores[rows[0]!] !== scores[rows[rows.length - 1]!];
  let sum = 0;
  for (let i = 0; i < Math.min(truncation, rows.length - 1); i++) {
    const upper = rows[i]!;
    const [upperGain, upperScore] = [gains[upper]!, scores[upper]!];
    for (let j = i + 1; j < rows.length; j++) {
      const lower = rows[j]!;
      const gap = upperGain - gains[lower]!;
      if (gap === 0) continue;
      const distance = upperScore - scores[lower]!;
      let delta = (Math.abs(gap) * (discount[i]! - discount[j]!)) / ideal;
      if (damped) delta /= 0.01 + distance;
      // The better document is above, with a lead of `distance`, or below, with that arrears.
      const wrong = 1 / (1 + Math.exp(gap > 0 ? sigmoid * distance : -sigmoid * distance));
      const lambda = sigmoid * delta * wrong;
      const curvature = sigmoid * lambda * (1 - wrong);
      gradients[upper]! -= gap > 0 ? lambda : -lambda;
      gradients[lower]! += gap > 0 ? lambda : -lambda;
      hessians[upper]! += curvature;
      hessians[lower]! += curvature;
      sum += 2 * lambda;
    }
  }
  if (!normalise || sum === 0) return;
  const factor = Math.log2(1 + sum) / sum;
  for (let row = from; row < to; row++) {
    gradients[row]! *= factor;
    hessians[row]! *= factor;
  }
}
