import { extremes, rescale, SMALLEST_DIVISOR } from './spread';

/**
 * Min-max normalisation from the lowest score that the retriever could give, not from that of the list:
 * s′ = (s − lowest) / max(max − lowest, 1e-9). The last document of a list keeps what it has over 0, which is what one
 * that the list does not have gets.
 *
 * A list of one document, or of equal scores, is all 1 (0 where it is at the lowest). A score under the lowest comes out
 * under 0.
 *
 * “TM2C2” of Bruch, Gai and Ingber, “An Analysis of Fusion Functions for Hybrid Retrieval”, TOIS 2023; `tmm` of AutoRAG.
 *
 * @param lowest such as 0 for BM25 and −1 for a cosine
 */
export function theoreticalMinMax(scores: Float64Array, lowest: number): Float64Array {
  return rescale(scores, lowest, Math.max(extremes(scores).max - lowest, SMALLEST_DIVISOR));
}
