import * as v from 'valibot';
import { settleAbsent } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { absent, fusionMethod, normSchema } from '../method';

const schema = v.strictObject({ method: v.literal('max'), norm: normSchema, absent });
type Spec = v.InferOutput<typeof schema>;

/**
 * CombMAX: the highest sᵢ of the lists that say something of the document. With `skip`, as in ranx, these are the
 * lists that have it; with `zero` and `min` all lists, which say 0 or their lowest score where they do not.
 *
 * Fox and Shaw, “Combination of Multiple Searches”, TREC-2, 1994.
 */
function combMax(pool: Pool, { norm, absent }: Spec): Float64Array {
  const fused = new Float64Array(pool.ids.length).fill(-Infinity);
  for (const column of settleAbsent(normalise(pool, norm), absent))
    for (let doc = 0; doc < fused.length; doc++) if (column[doc]! > fused[doc]!) fused[doc] = column[doc]!;
  return fused;
}

export const MAX = fusionMethod('CombMAX', 'scores', schema, combMax);
