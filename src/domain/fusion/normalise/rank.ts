/**
 * Ranks instead of scores: s′ = 1 − (r − 1) / n for rank r of n, so that the first has 1 and the last 1 / n. Equal
 * scores have ranks as everywhere else, and so not the same s′.
 *
 * Renda and Straccia, “Web Metasearch: Rank vs. Score Based Rank Aggregation Methods”, SAC 2003; `rank` of ranx.
 *
 * @param ranks by pooled document, from 1; 0, for a document that the list does not have, becomes NaN
 * @param length n
 */
export function rankNorm(ranks: Int32Array, length: number): Float64Array {
  const shares = new Float64Array(ranks.length);
  for (let doc = 0; doc < ranks.length; doc++) shares[doc] = ranks[doc]! > 0 ? 1 - (ranks[doc]! - 1) / length : NaN;
  return shares;
}
