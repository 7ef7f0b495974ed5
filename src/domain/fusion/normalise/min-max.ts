import { extremes, rescale, SMALLEST_DIVISOR } from './spread';

/**
 * Min-max normalisation of one list: s′ = (s − min) / max(max − min, 1e-9), so scores run from 0 to 1.
 *
 * The last document of a list gets 0, as one that the list does not have. A list of one document, or of equal scores,
 * is all 0: it then has no say in a sum.
 *
 * Lee, “Analyses of Multiple Evidence Combination”, SIGIR 1997; `min-max` of ranx.
 */
export function minMax(scores: Float64Array): Float64Array {
  const { min, max } = extremes(scores);
  return rescale(scores, min, Math.max(max - min, SMALLEST_DIVISOR));
}
