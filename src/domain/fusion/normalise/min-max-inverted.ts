import { extremes, rescale, SMALLEST_DIVISOR } from './spread';

/**
 * Min-max normalisation upside down: s′ = (max − s) / max(max − min, 1e-9), so the lowest score becomes 1. It is meant
 * for lists whose scores are distances; a list of similarities comes out in the opposite order.
 *
 * A list of one document, or of equal scores, is all 0. `min-max-inverted` of ranx.
 */
export function minMaxInverted(scores: Float64Array): Float64Array {
  const { min, max } = extremes(scores);
  return rescale(scores, max, -Math.max(max - min, SMALLEST_DIVISOR));
}
