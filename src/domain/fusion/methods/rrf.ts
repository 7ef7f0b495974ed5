import * as v from 'valibot';
import type { Pool } from '../pool';
import { fusionMethod, notNegative, weights } from '../method';

const schema = v.strictObject({
  method: v.literal('rrf'),
  /** `half-length`: half the length of each list. */
  constant: v.union([notNegative, v.literal('half-length')]),
  weights,
});
type Spec = v.InferOutput<typeof schema>;

/**
 * Weighted reciprocal rank fusion: Σ wᵢ / (c + rᵢ), where a list without the document adds 0. Ranks start at 1 and come
 * from trec order, so ties in a list are broken as everywhere else. Only ranks matter, not scores.
 *
 * The constant c is a number, or half the length of each list, which makes it shrink with lists that are short.
 *
 * Cormack, Clarke and Büttcher, “Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods”,
 * SIGIR 2009, with c = 60 and weights of 1; `rrf` of ranx.
 */
function rrf(pool: Pool, { constant, weights }: Spec): Float64Array {
  const fused = new Float64Array(pool.ids.length);
  pool.lists.forEach(({ docs, length }, i) => {
    const c = constant === 'half-length' ? length / 2 : constant;
    const weight = weights[i]!;
    for (let place = 0; place < length; place++) fused[docs[place]!]! += weight / (c + place + 1);
  });
  return fused;
}

export const RRF = fusionMethod('Reciprocal rank fusion', 'ranks', schema, rrf);
