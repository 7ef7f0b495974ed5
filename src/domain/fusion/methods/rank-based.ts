import * as v from 'valibot';
import { fusionMethod, notNegative, probability, weights } from '../method';
import type { Pool } from '../pool';

/** Methods of the ranks rᵢ, from 1, in trec order; a list without the document adds 0. */
export const RANK_FUSIONS = {
  /**
   * Weighted reciprocal rank fusion: Σ wᵢ / (c + rᵢ). The constant c is a number, or half the length of each list.
   * Cormack, Clarke and Büttcher, “Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods”,
   * SIGIR 2009, with c = 60 and weights of 1; `rrf` of ranx.
   */
  rrf: fusionMethod(
    'Reciprocal rank fusion',
    'ranks',
    v.strictObject({
      method: v.literal('rrf'),
      constant: v.union([notNegative, v.literal('half-length')]),
      weights,
    }),
    (pool, { constant, weights }) => {
      const fused = new Float64Array(pool.ids.length);
      pool.lists.forEach(({ docs, length }, i) => {
        const c = constant === 'half-length' ? length / 2 : constant;
        const weight = weights[i]!;
        for (let place = 0; place < length; place++) fused[docs[place]!]! += weight / (c + place + 1);
      });
      return fused;
    },
  ),

  /**
   * Inverse square rank: c · Σ 1 / rᵢ², where c is the number of lists that have the document.
   * Mourão, Martins and Magalhães, “Multimodal medical information retrieval with unsupervised rank fusion”,
   * Computerized Medical Imaging and Graphics 2015, as its two variants below; `isr` of ranx.
   */
  isr: fusionMethod('ISR', 'ranks', v.strictObject({ method: v.literal('isr') }), (pool) =>
    inverseSquareRanks(pool, (count) => count),
  ),

  /**
   * Logarithmic inverse square rank: ln(c) · Σ 1 / rᵢ². What one list alone has gets 0, at any rank, which LogN_ISR
   * avoids. `log_isr` of ranx.
   */
  'log-isr': fusionMethod('Log ISR', 'ranks', v.strictObject({ method: v.literal('log-isr') }), (pool) =>
    inverseSquareRanks(pool, (count) => Math.log(count)),
  ),

  /**
   * Logarithmic inverse square rank with a shift: ln(c + σ) · Σ 1 / rᵢ², where σ is from 0 (Log_ISR) to 1. `logn_isr` of
   * ranx, which takes σ = 0.01.
   */
  'logn-isr': fusionMethod(
    'LogN ISR',
    'ranks',
    v.strictObject({ method: v.literal('logn-isr'), sigma: probability }),
    (pool, { sigma }) => inverseSquareRanks(pool, (count) => Math.log(count + sigma)),
  ),

  /**
   * Rank-biased centroids: Σ (1 − φ) · φ^(rᵢ − 1), the weight of a rank in rank-biased precision with persistence φ.
   * Bailey, Moffat, Scholer and Thomas, “Retrieval Consistency in the Presence of Query Variations”, SIGIR 2017; `rbc`
   * of ranx.
   */
  rbc: fusionMethod(
    'Rank-biased centroids',
    'ranks',
    v.strictObject({ method: v.literal('rbc'), persistence: probability }),
    (pool, { persistence }) => {
      const fused = new Float64Array(pool.ids.length);
      for (const { docs, length } of pool.lists)
        for (let place = 0; place < length; place++) fused[docs[place]!]! += (1 - persistence) * persistence ** place;
      return fused;
    },
  ),
};

/** Σ 1 / rᵢ² times a factor for the number of lists that have the document. */
function inverseSquareRanks(pool: Pool, factor: (count: number) => number): Float64Array {
  const fused = new Float64Array(pool.ids.length);
  const counts = new Uint32Array(pool.ids.length);
  for (const { docs, length } of pool.lists)
    for (let place = 0; place < length; place++) {
      const doc = docs[place]!;
      fused[doc]! += 1 / (place + 1) ** 2;
      counts[doc]!++;
    }
  const factors = Float64Array.from({ length: pool.lists.length + 1 }, (_, count) => factor(count));
  for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= factors[counts[doc]!]!;
  return fused;
}
