import { extremes, rescale, SMALLEST_DIVISOR } from './spread';

/**
 * Division by the highest score of a list: s′ = s / max(max, 1e-9). Ratios of scores are kept, and a list of one
 * document, or of equal scores above 0, is all 1.
 *
 * It wants a highest score above 0. Where none is, as for log-likelihoods, 1e-9 is divided by: the order is kept, but
 * scores are then a thousand million times as large as those of another list.
 *
 * Lee, “Combining Multiple Evidence from Different Properties of Weighting Schemes”, SIGIR 1995 (maximum
 * normalisation); `max` of ranx.
 */
export function maxNorm(scores: Float64Array): Float64Array {
  return rescale(scores, 0, Math.max(extremes(scores).max, SMALLEST_DIVISOR));
}
