import { addUp, type Columns, settleAbsent, weighPresent } from '../columns';
import { absent, absentFromSum, type AbsentPolicy, finite } from '../method';
import { scoreMethod } from '../normalise';

/** With `skip`, as in ranx, only lists with the document count. Fox and Shaw, TREC-2, 1994. */
export const COMB_FUSIONS = {
  /** CombSUM: Σ sᵢ. */
  sum: scoreMethod('CombSUM', 'sum', { absent: absentFromSum }, (columns, { absent }, size) =>
    addUp(columns, size, absent),
  ),

  /** CombMNZ: c · Σ sᵢ, c being the number of lists that have the document, whatever they score it, as in ranx. */
  mnz: scoreMethod('CombMNZ', 'mnz', { absent: absentFromSum }, (columns, { absent }, size) =>
    combGmnz(columns, size, absent, 1),
  ),

  gmnz: scoreMethod('CombGMNZ', 'gmnz', { absent: absentFromSum, gamma: finite }, (columns, { absent, gamma }, size) =>
    combGmnz(columns, size, absent, gamma),
  ),

  /** CombANZ: Σ sᵢ / c, the mean over the c lists that say something of the document. */
  anz: scoreMethod('CombANZ', 'anz', { absent }, (lists, { absent }, size) => {
    const columns = settleAbsent(lists, absent);
    const fused = addUp(columns, size, 'skip');
    const counts = weighPresent(columns, size);
    for (let doc = 0; doc < fused.length; doc++) if (counts[doc]! > 0) fused[doc]! /= counts[doc]!;
    return fused;
  }),

  /** CombMAX: the highest sᵢ. */
  max: scoreMethod('CombMAX', 'max', { absent }, (columns, { absent }, size) => extremes(columns, size, absent, 1)),

  /** CombMED: the median of the sᵢ; of an even number of them, the mean of the two in the middle. */
  med: scoreMethod('CombMED', 'med', { absent }, (lists, { absent }, size) => {
    const columns = settleAbsent(lists, absent);
    const ascending = new Float64Array(columns.length);
    const fused = new Float64Array(size);
    for (let doc = 0; doc < fused.length; doc++) {
      const count = collect(columns, doc, ascending);
      const upper = ascending[count >> 1]!;
      fused[doc] = count % 2 === 1 ? upper : (ascending[(count >> 1) - 1]! + upper) / 2;
    }
    return fused;
  }),

  min: scoreMethod('CombMIN', 'min', { absent }, (columns, { absent }, size) => extremes(columns, size, absent, -1)),
};

/** The highest score of each document by the sign 1, the lowest by −1; NaN is passed over. */
function extremes(columns: Columns, size: number, absent: AbsentPolicy, sign: 1 | -1): Float64Array {
  const fused = new Float64Array(size).fill(-sign * Infinity);
  for (const column of settleAbsent(columns, absent))
    for (let doc = 0; doc < fused.length; doc++)
      if (sign * column[doc]! > sign * fused[doc]!) fused[doc] = column[doc]!;
  return fused;
}

/** c^γ · Σ sᵢ, c lists with the document; under `borda` all have every one, as in ranx. Lee, SIGIR 1997. */
function combGmnz(columns: Columns, size: number, absent: AbsentPolicy, gamma: number): Float64Array {
  const fused = addUp(columns, size, absent);
  const counts = weighPresent(columns, size);
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
