import { byScore, discounts } from './gain';
import type { Derivatives } from './regression-tree';

/** Pairs of rows of one question, of which the first was clicked and the second was not: sums over lists. Parallel. */
export interface PairedClicks {
  readonly clicked: Int32Array;
  readonly other: Int32Array;
  /** Positions where they were shown, from 0. */
  readonly clickedAt: Int32Array;
  readonly otherAt: Int32Array;
  /** What the pair counts, 0 or more. */
  readonly weight: Float64Array;
}

/** Position bias of clicks (t⁺) and of what was not clicked (t⁻), by position, relative to the first, which has 1. */
export interface BiasRatios {
  readonly clicked: Float64Array;
  readonly other: Float64Array;
}

export interface ClickedRows extends PairedClicks {
  /** Question q has the rows `offsets[q]` to `offsets[q + 1] − 1`. */
  readonly offsets: Int32Array;
  readonly positions: number;
}

/** Without position bias: as if a click at any position said the same. */
export const noBias = (positions: number): BiasRatios => ({
  clicked: new Float64Array(positions).fill(1),
  other: new Float64Array(positions).fill(1),
});

/**
 * Gradients and hessians of LambdaRank for clicks, and the losses by position that {@link nextRatios} reads. For a clicked row
 * i and another row j of its question, of weight w, at scores s,
 *
 * ρ = 1 / (1 + exp(σ (s_i − s_j))), Δ = w |discount_i − discount_j|, λ = σ Δ ρ / (t⁺ t⁻),
 *
 * gradient_i −= λ, gradient_j += λ, and both hessians += σ λ (1 − ρ). Discounts are those of the ranks by s; t⁺ is of the
 * position where i was clicked, t⁻ of that where j was not. Losses: L = Δ log(1 + exp(−σ (s_i − s_j))), summed as L / t⁻ by
 * the position of i and as L / t⁺ by that of j.
 *
 * Hu, Wang, Peng and Li, “Unbiased LambdaMART: An unbiased pairwise learning-to-rank algorithm”, WWW 2019, equations 20
 * to 32.
 *
 * @returns a function that writes the derivatives at given scores over `into`, and returns the losses
 */
export function clickGradients(
  rows: ClickedRows,
  sigmoid: number,
): (scores: Float64Array, bias: BiasRatios, into: Derivatives) => BiasRatios {
  const { offsets, clicked, other, clickedAt, otherAt, weight, positions } = rows;
  const longest = offsets.reduce((most, end, q) => Math.max(most, q === 0 ? 0 : end - offsets[q - 1]!), 0);
  const discount = discounts(longest);
  const discountOf = new Float64Array(offsets.at(-1) ?? 0);
  return (scores, bias, { gradients, hessians }) => {
    gradients.fill(0);
    hessians.fill(0);
    for (let q = 1; q < offsets.length; q++)
      for (const [place, row] of byScore(scores, offsets[q - 1]!, offsets[q]!).entries())
        discountOf[row] = discount[place]!;
    const losses = { clicked: new Float64Array(positions), other: new Float64Array(positions) };
    for (let pair = 0; pair < clicked.length; pair++) {
      const [i, j, at, otherwise] = [clicked[pair]!, other[pair]!, clickedAt[pair]!, otherAt[pair]!];
      const [ofClick, ofOther] = [bias.clicked[at]!, bias.other[otherwise]!];
      const lead = sigmoid * (scores[i]! - scores[j]!);
      const delta = weight[pair]! * Math.abs(discountOf[i]! - discountOf[j]!);
      const wrong = 1 / (1 + Math.exp(lead));
      const lambda = (sigmoid * delta * wrong) / (ofClick * ofOther);
      const curvature = sigmoid * lambda * (1 - wrong);
      gradients[i]! -= lambda;
      gradients[j]! += lambda;
      hessians[i]! += curvature;
      hessians[j]! += curvature;
      // log(1 + e^−x) without overflow.
      const loss = delta * (Math.max(0, -lead) + Math.log1p(Math.exp(-Math.abs(lead))));
      losses.clicked[at]! += loss / ofOther;
      losses.other[otherwise]! += loss / ofClick;
    }
    return losses;
  };
}

/**
 * Position bias by the losses at a round: t = (loss of the position / loss of the first)^(1 / (p + 1)), of clicks and of what
 * was not clicked alike (equations 30 and 31 of the paper). A position without a loss has no pair, and keeps 1.
 *
 * @param regularisation p, 0 or more: the larger, the nearer all are to 1
 */
export function nextRatios(losses: BiasRatios, regularisation: number): BiasRatios {
  const relative = (of: Float64Array): Float64Array =>
    of.map((loss) => (loss > 0 && of[0]! > 0 ? (loss / of[0]!) ** (1 / (regularisation + 1)) : 1));
  return { clicked: relative(losses.clicked), other: relative(losses.other) };
}
