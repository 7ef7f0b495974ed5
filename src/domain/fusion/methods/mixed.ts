import * as v from 'valibot';
import { weighPresent } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { weightedSums } from './wsum';
import { absent, fusionMethod, normSchema, weights } from '../method';

const schema = v.strictObject({ method: v.literal('mixed'), norm: normSchema, absent, weights });
type Spec = v.InferOutput<typeof schema>;

/**
 * Mixed: √c · Σ wᵢ · sᵢ, between a weighted CombSUM and a weighted CombMNZ; c is the number of lists that have the
 * document. The policy for absent documents is that of the weighted sum (`zero` as in ranx); they never count in c.
 *
 * Wu and Crestani, “Data Fusion with Estimated Weights”, CIKM 2002.
 */
function mixed(pool: Pool, spec: Spec): Float64Array {
  const columns = normalise(pool, spec.norm);
  const fused = weightedSums(columns, pool.ids.length, spec);
  const counts = weighPresent(columns, pool.ids.length);
  for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= Math.sqrt(counts[doc]!);
  return fused;
}

export const MIXED = fusionMethod('Mixed', 'scores', schema, mixed);
