import * as v from 'valibot';
import type { Pool } from '../pool';
import { weightedBordafuse } from './w-bordafuse';
import { fusionMethod } from '../method';

/**
 * Borda-fuse: each list gives N − rᵢ + 1 points, where N is the number of pooled documents, and shares the points that
 * are left evenly among the documents that it does not have. Each list votes alike.
 *
 * Aslam and Montague, “Models for Metasearch”, SIGIR 2001; `bordafuse` of ranx.
 */
function bordafuse(pool: Pool): Float64Array {
  return weightedBordafuse(pool, { weights: pool.lists.map(() => 1) });
}

export const BORDAFUSE = fusionMethod('Borda', 'votes', v.strictObject({ method: v.literal('bordafuse') }), bordafuse);
