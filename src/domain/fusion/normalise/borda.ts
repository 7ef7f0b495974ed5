/**
 * Borda's points as shares of the pool: s′ = 1 − (r − 1) / N for rank r, where N is the number of pooled documents, not
 * of those of the list.
 *
 * Documents that the list does not have share the places that are left: ½ − (n − 1) / 2N each, for a list of n. So no
 * document is absent from a list any more, and a policy for absent documents changes nothing.
 *
 * Renda and Straccia, “Web Metasearch: Rank vs. Score Based Rank Aggregation Methods”, SAC 2003; `borda` of ranx.
 *
 * @param ranks by pooled document, from 1; 0 where the list does not have it
 * @param length n
 */
export function borda(ranks: Int32Array, length: number): Float64Array {
  const pooled = ranks.length;
  const left = 0.5 - (length - 1) / (2 * pooled);
  const shares = new Float64Array(pooled);
  for (let doc = 0; doc < pooled; doc++) shares[doc] = ranks[doc]! > 0 ? 1 - (ranks[doc]! - 1) / pooled : left;
  return shares;
}
