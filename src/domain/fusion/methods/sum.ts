import type { SpecOf } from '../fusion-spec';
import { addUp } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';

/**
 * CombSUM: Σ sᵢ. A list without the document adds 0 (`zero`, as in ranx) or its lowest score (`min`).
 *
 * Fox and Shaw, “Combination of Multiple Searches”, TREC-2, 1994.
 */
export function combSum(pool: Pool, { norm, absent }: Pick<SpecOf<'sum'>, 'norm' | 'absent'>): Float64Array {
  return addUp(normalise(pool, norm), pool.ids.length, absent);
}
