import * as v from 'valibot';
import type { Pool } from '../pool';
import { combGmnz } from './gmnz';
import { absentFromSum, fusionMethod, normSchema } from '../method';

const schema = v.strictObject({ method: v.literal('mnz'), norm: normSchema, absent: absentFromSum });
type Spec = v.InferOutput<typeof schema>;

/**
 * CombMNZ: c · Σ sᵢ, where c is the number of lists that have the document, whatever they score it (ranx; Fox and Shaw
 * count similarities other than 0). A list without it adds 0 (`zero`, as in ranx) or its lowest score (`min`) to the
 * sum, and never counts in c.
 *
 * Fox and Shaw, “Combination of Multiple Searches”, TREC-2, 1994.
 */
function combMnz(pool: Pool, { norm, absent }: Spec): Float64Array {
  return combGmnz(pool, { norm, absent, gamma: 1 });
}

export const MNZ = fusionMethod('CombMNZ', 'scores', schema, combMnz);
