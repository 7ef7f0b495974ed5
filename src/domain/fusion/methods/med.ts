import * as v from 'valibot';
import { type Columns, settleAbsent } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { absent, fusionMethod, normSchema } from '../method';

const schema = v.strictObject({ method: v.literal('med'), norm: normSchema, absent });
type Spec = v.InferOutput<typeof schema>;

/**
 * CombMED: the median of the sᵢ of the lists that say something of the document; of an even number of them, the mean of
 * the two in the middle. With `skip`, as in ranx, these are the lists that have it; with `zero` and `min` all lists,
 * which say 0 or their lowest score where they do not.
 *
 * Fox and Shaw, “Combination of Multiple Searches”, TREC-2, 1994.
 */
function combMed(pool: Pool, { norm, absent }: Spec): Float64Array {
  const columns = settleAbsent(normalise(pool, norm), absent);
  const ascending = new Float64Array(columns.length);
  const fused = new Float64Array(pool.ids.length);
  for (let doc = 0; doc < fused.length; doc++) {
    const count = collect(columns, doc, ascending);
    const upper = ascending[count >> 1]!;
    fused[doc] = count % 2 === 1 ? upper : (ascending[(count >> 1) - 1]! + upper) / 2;
  }
  return fused;
}

/** Puts the scores of a document into `ascending`, in order, and tells how many they are. */
function collect(columns: Columns, doc: number, ascending: Float64Array): number {
  let count = 0;
  for (let i = 0; i < columns.length; i++) {
    const score = columns[i]![doc]!;
    if (Number.isNaN(score)) continue;
    let at = count++;
    for (; at > 0 && ascending[at - 1]! > score; at--) ascending[at] = ascending[at - 1]!;
    ascending[at] = score;
  }
  return count;
}

export const MED = fusionMethod('CombMED', 'scores', schema, combMed);
