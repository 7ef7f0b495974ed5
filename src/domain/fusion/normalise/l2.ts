import { rescale } from './spread';

/**
 * Division by the Euclidean length of a list: s′ = s / √(Σ s²). Ratios and signs of scores are kept, and a long list
 * gives each document less than a short one. A list of zeros stays as it is; a list of one score above 0 gets 1.
 *
 * `l2` of OpenSearch's normalization processor.
 */
export function l2(scores: Float64Array): Float64Array {
  let squares = 0;
  for (let i = 0; i < scores.length; i++) if (!Number.isNaN(scores[i]!)) squares += scores[i]! ** 2;
  return rescale(scores, 0, Math.sqrt(squares) || 1);
}
