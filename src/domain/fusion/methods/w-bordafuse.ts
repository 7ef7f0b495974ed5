import * as v from 'valibot';
import type { Pool } from '../pool';
import { fusionMethod, weights } from '../method';

const schema = v.strictObject({ method: v.literal('w-bordafuse'), weights });
type Spec = v.InferOutput<typeof schema>;

/**
 * Weighted Borda-fuse: each list gives wᵢ · (N − rᵢ + 1) points, where N is the number of pooled documents. The points
 * that are left are shared evenly by the documents that a list does not have: wᵢ · (N − nᵢ + 1) / 2 each, for a list of
 * nᵢ.
 *
 * Aslam and Montague, “Models for Metasearch”, SIGIR 2001; `w_bordafuse` of ranx.
 */
export function weightedBordafuse(pool: Pool, { weights }: Pick<Spec, 'weights'>): Float64Array {
  const pooled = pool.ids.length;
  const fused = new Float64Array(pooled);
  pool.lists.forEach(({ ranks, length }, i) => {
    const weight = weights[i]!;
    const left = (pooled - length + 1) / 2;
    for (let doc = 0; doc < pooled; doc++) fused[doc]! += weight * (ranks[doc]! > 0 ? pooled - ranks[doc]! + 1 : left);
  });
  return fused;
}

export const W_BORDAFUSE = fusionMethod('Weighted Borda', 'votes', schema, weightedBordafuse);
