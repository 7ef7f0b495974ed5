import { extremes, meanAndDeviation, rescale } from './spread';

/**
 * Distribution-based normalisation: the mean is put at ½ and three standard deviations to each side at 0 and 1,
 * s′ = (s − (mean − 3·sd)) / (6·sd). What is further out comes out beyond 0 and 1, unless it is clamped.
 *
 * A list of one document, or of equal scores, is all ½.
 *
 * Mazzeschi, “Distribution-Based Score Fusion (DBSF), a new approach to Vector Search Ranking”, 2023. Qdrant's takes the
 * deviation of a sample (n − 1) and AutoRAG's that of the population (n); neither clamps. AutoRAG divides by 0 where all
 * scores are equal.
 */
export function dbsf(scores: Float64Array, deviation: 'sample' | 'population', clamp: boolean): Float64Array {
  const { min, max } = extremes(scores);
  const { mean, deviation: sd } = meanAndDeviation(scores, deviation === 'sample' ? 1 : 0);
  // Of equal scores the computed deviation may be 1e-17 instead of 0, and would blow up rounding errors.
  if (min === max || sd === 0) return scores.map((score) => (Number.isNaN(score) ? NaN : 0.5));
  const normalised = rescale(scores, mean - 3 * sd, 6 * sd);
  if (clamp) for (let i = 0; i < normalised.length; i++) normalised[i] = Math.min(1, Math.max(0, normalised[i]!));
  return normalised;
}
