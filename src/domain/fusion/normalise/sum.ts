import { extremes, rescale, SMALLEST_DIVISOR } from './spread';

/**
 * Sum normalisation: s′ = (s − min) / max(Σ (s − min), 1e-9), so that the lowest score is 0 and all add to 1. A long
 * list thus gives each document less than a short one.
 *
 * A list of one document, or of equal scores, is all 0.
 *
 * Montague and Aslam, “Relevance Score Normalization for Metasearch”, CIKM 2001; `sum` of ranx.
 */
export function sumNorm(scores: Float64Array): Float64Array {
  const { min } = extremes(scores);
  let total = 0;
  for (let i = 0; i < scores.length; i++) if (!Number.isNaN(scores[i]!)) total += scores[i]! - min;
  return rescale(scores, min, Math.max(total, SMALLEST_DIVISOR));
}
