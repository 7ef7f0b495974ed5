import * as v from 'valibot';
import { addUp, weighPresent } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { absentFromSum, fusionMethod, normSchema, weights } from '../method';

const schema = v.strictObject({ method: v.literal('wmnz'), norm: normSchema, absent: absentFromSum, weights });
type Spec = v.InferOutput<typeof schema>;

/**
 * Weighted CombMNZ: (Σ wᵢ of the lists that have the document) · Σ sᵢ. The scores themselves are not weighted. A list
 * without the document adds 0 (`zero`, as in ranx) or its lowest score (`min`) to the second sum, and its weight never
 * counts in the first.
 *
 * Wu and Crestani, “Data Fusion with Estimated Weights”, CIKM 2002.
 */
function wmnz(pool: Pool, { norm, absent, weights }: Spec): Float64Array {
  const columns = normalise(pool, norm);
  const fused = addUp(columns, pool.ids.length, absent);
  const present = weighPresent(columns, pool.ids.length, weights);
  for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= present[doc]!;
  return fused;
}

export const WMNZ = fusionMethod('Weighted CombMNZ', 'scores', schema, wmnz);
