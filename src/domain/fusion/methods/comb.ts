import * as v from 'valibot';
import { addUp, type Columns, settleAbsent, weighPresent } from '../columns';
import { absent, absentFromSum, type AbsentPolicy, finite, fusionMethod, type NormSpec, normSchema } from '../method';
import { normalise } from '../normalise';
import type { Pool } from '../pool';

/** With `skip`, as in ranx, only lists with the document count. Fox and Shaw, TREC-2, 1994. */
export const COMB_FUSIONS = {
  /** CombSUM: Σ sᵢ. */
  sum: fusionMethod(
    'CombSUM',
    'scores',
    v.strictObject({ method: v.literal('sum'), norm: normSchema, absent: absentFromSum }),
    (pool, { norm, absent }) => addUp(normalise(pool, norm), pool.ids.length, absent),
  ),

  /** CombMNZ: c · Σ sᵢ, c being the number of lists that have the document, whatever they score it, as in ranx. */
  mnz: fusionMethod(
    'CombMNZ',
    'scores',
    v.strictObject({ method: v.literal('mnz'), norm: normSchema, absent: absentFromSum }),
    (pool, { norm, absent }) => combGmnz(pool, norm, absent, 1),
  ),

  gmnz: fusionMethod(
    'CombGMNZ',
    'scores',
    v.strictObject({ method: v.literal('gmnz'), norm: normSchema, absent: absentFromSum, gamma: finite }),
    (pool, { norm, absent, gamma }) => combGmnz(pool, norm, absent, gamma),
  ),

  /** CombANZ: Σ sᵢ / c, the mean over the c lists that say something of the document. */
  anz: fusionMethod(
    'CombANZ',
    'scores',
    v.strictObject({ method: v.literal('anz'), norm: normSchema, absent }),
    (pool, { norm, absent }) => {
      const columns = settleAbsent(normalise(pool, norm), absent);
      const fused = addUp(columns, pool.ids.length, 'skip');
      const counts = weighPresent(columns, pool.ids.length);
      for (let doc = 0; doc < fused.length; doc++) if (counts[doc]! > 0) fused[doc]! /= counts[doc]!;
      return fused;
    },
  ),

  /** CombMAX: the highest sᵢ. */
  max: fusionMethod(
    'CombMAX',
    'scores',
    v.strictObject({ method: v.literal('max'), norm: normSchema, absent }),
    (pool, spec) => extremes(pool, spec, 1),
  ),

  /** CombMED: the median of the sᵢ; of an even number of them, the mean of the two in the middle. */
  med: fusionMethod(
    'CombMED',
    'scores',
    v.strictObject({ method: v.literal('med'), norm: normSchema, absent }),
    (pool, { norm, absent }) => {
      const columns = settleAbsent(normalise(pool, norm), absent);
      const ascending = new Float64Array(columns.length);
      const fused = new Float64Array(pool.ids.length);
      for (let doc = 0; doc < fused.length; doc++) {
        const count = collect(columns, doc, ascending);
        const upper = ascending[count >> 1]!;
        fused[doc] = count % 2 === 1 ? upper : (ascending[(count >> 1) - 1]! + upper) / 2;
      }
      return fused;
    },
  ),

  min: fusionMethod(
    'CombMIN',
    'scores',
    v.strictObject({ method: v.literal('min'), norm: normSchema, absent }),
    (pool, spec) => extremes(pool, spec, -1),
  ),
};

/** The highest score of each document by the sign 1, the lowest by −1; NaN is passed over. */
function extremes(pool: Pool, { norm, absent }: { norm: NormSpec; absent: AbsentPolicy }, sign: 1 | -1): Float64Array {
  const fused = new Float64Array(pool.ids.length).fill(-sign * Infinity);
  for (const column of settleAbsent(normalise(pool, norm), absent))
    for (let doc = 0; doc < fused.length; doc++)
      if (sign * column[doc]! > sign * fused[doc]!) fused[doc] = column[doc]!;
  return fused;
}

/** c^γ · Σ sᵢ, c lists with the document; under `borda` all have every one, as in ranx. Lee, SIGIR 1997. */
function combGmnz(pool: Pool, norm: NormSpec, absent: AbsentPolicy, gamma: number): Float64Array {
  const columns = normalise(pool, norm);
  const fused = addUp(columns, pool.ids.length, absent);
  const counts = weighPresent(columns, pool.ids.length);
  const factors = Float64Array.from({ length: columns.length + 1 }, (_, count) => count ** gamma);
  for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= factors[counts[doc]!]!;
  return fused;
}

/** Puts the scores of a document into `ascending`, in order. @returns how many they are */
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
