import * as v from 'valibot';
import { addUp, weighPresent } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { absentFromSum, finite, fusionMethod, normSchema } from '../method';

const schema = v.strictObject({ method: v.literal('gmnz'), norm: normSchema, absent: absentFromSum, gamma: finite });
type Spec = v.InferOutput<typeof schema>;

/**
 * CombGMNZ: c^γ · Σ sᵢ, where c is the number of lists that have the document: γ = 0 is CombSUM, 1 is CombMNZ. A list
 * without the document adds 0 (`zero`, as in ranx) or its lowest score (`min`) to the sum, and never counts in c.
 *
 * Under the norm `borda` every list has every document, as in ranx: c is the number of lists.
 *
 * Lee, “Analyses of Multiple Evidence Combination”, SIGIR 1997.
 */
export function combGmnz(pool: Pool, { norm, absent, gamma }: Omit<Spec, 'method'>): Float64Array {
  const columns = normalise(pool, norm);
  const fused = addUp(columns, pool.ids.length, absent);
  const counts = weighPresent(columns, pool.ids.length);
  const factors = Float64Array.from({ length: columns.length + 1 }, (_, count) => count ** gamma);
  for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= factors[counts[doc]!]!;
  return fused;
}

export const GMNZ = fusionMethod('CombGMNZ', 'scores', schema, combGmnz);
