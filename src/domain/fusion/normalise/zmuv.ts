import { meanAndDeviation, rescale, SMALLEST_DIVISOR } from './spread';

/**
 * Zero mean, unit variance: s′ = (s − mean) / max(deviation, 1e-9), with the deviation of the population (divided by n,
 * not by n − 1). About half of a list gets less than 0, so that a document that a list does not have, at 0, stands
 * above what the list ranks last.
 *
 * A list of one document, or of equal scores, is all 0.
 *
 * Montague and Aslam, “Relevance Score Normalization for Metasearch”, CIKM 2001; `zmuv` of ranx, `z_score` elsewhere.
 */
export function zmuv(scores: Float64Array): Float64Array {
  const { mean, deviation } = meanAndDeviation(scores, 0);
  return rescale(scores, mean, Math.max(deviation, SMALLEST_DIVISOR));
}
