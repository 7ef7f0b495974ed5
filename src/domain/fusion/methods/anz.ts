import * as v from 'valibot';
import { addUp, settleAbsent, weighPresent } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { absent, fusionMethod, normSchema } from '../method';

const schema = v.strictObject({ method: v.literal('anz'), norm: normSchema, absent });
type Spec = v.InferOutput<typeof schema>;

/**
 * CombANZ: (1 / c) · Σ sᵢ, the mean over the c lists that say something of the document. With `skip`, as in ranx, these
 * are the lists that have it, so that one list alone can put it first; with `zero` and `min` they are all lists.
 *
 * Fox and Shaw, “Combination of Multiple Searches”, TREC-2, 1994 (average over the non-zero similarities).
 */
function combAnz(pool: Pool, { norm, absent }: Spec): Float64Array {
  const columns = settleAbsent(normalise(pool, norm), absent);
  const fused = addUp(columns, pool.ids.length, 'skip');
  const counts = weighPresent(columns, pool.ids.length);
  for (let doc = 0; doc < fused.length; doc++) if (counts[doc]! > 0) fused[doc]! /= counts[doc]!;
  return fused;
}

export const ANZ = fusionMethod('CombANZ', 'scores', schema, combAnz);
