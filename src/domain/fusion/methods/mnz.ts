import type { SpecOf } from '../fusion-spec';
import type { Pool } from '../pool';
import { combGmnz } from './gmnz';

/**
 * CombMNZ: c · Σ sᵢ, where c is the number of lists that have the document, whatever they score it (ranx; Fox and Shaw
 * count similarities other than 0). A list without it adds 0 (`zero`, as in ranx) or its lowest score (`min`) to the
 * sum, and never counts in c.
 *
 * Fox and Shaw, “Combination of Multiple Searches”, TREC-2, 1994.
 */
export function combMnz(pool: Pool, { norm, absent }: SpecOf<'mnz'>): Float64Array {
  return combGmnz(pool, { norm, absent, gamma: 1 });
}
