import * as v from 'valibot';
import type { Pool } from '../pool';
import { fusionMethod, probability } from '../method';

const schema = v.strictObject({ method: v.literal('rbc'), persistence: probability });
type Spec = v.InferOutput<typeof schema>;

/**
 * Rank-biased centroids: Σ (1 − φ) · φ^(rᵢ − 1), the weight that rank-biased precision gives to a rank, for a reader who
 * goes on to the next document with persistence φ. A list without the document adds 0.
 *
 * Bailey, Moffat, Scholer and Thomas, “Retrieval Consistency in the Presence of Query Variations”, SIGIR 2017; `rbc` of
 * ranx.
 */
function rbc(pool: Pool, { persistence }: Spec): Float64Array {
  const fused = new Float64Array(pool.ids.length);
  for (const { docs, length } of pool.lists)
    for (let place = 0; place < length; place++) fused[docs[place]!]! += (1 - persistence) * persistence ** place;
  return fused;
}

export const RBC = fusionMethod('Rank-biased centroids', 'ranks', schema, rbc);
