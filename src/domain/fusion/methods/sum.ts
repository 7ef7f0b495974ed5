import * as v from 'valibot';
import { addUp } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { absentFromSum, fusionMethod, normSchema } from '../method';

const schema = v.strictObject({ method: v.literal('sum'), norm: normSchema, absent: absentFromSum });
type Spec = v.InferOutput<typeof schema>;

/**
 * CombSUM: Σ sᵢ. A list without the document adds 0 (`zero`, as in ranx) or its lowest score (`min`).
 *
 * Fox and Shaw, “Combination of Multiple Searches”, TREC-2, 1994.
 */
function combSum(pool: Pool, { norm, absent }: Pick<Spec, 'norm' | 'absent'>): Float64Array {
  return addUp(normalise(pool, norm), pool.ids.length, absent);
}

export const SUM = fusionMethod('CombSUM', 'scores', schema, combSum);
