import { floatRows, rowCount, type Vectors } from '../../../base/vectors';
import type { VectorOptions } from '../dense/vector-search-spec';

/**
 * Rocchio (1971): α q + β · mean of the first rows − γ · mean of the last rows, not normalised. No row is both; a mean
 * of no rows adds nothing. @throws {RangeError} for a hit that is no row, and for counts not whole or below 0
 */
export function rocchio(
  query: Float32Array,
  rows: Vectors,
  list: readonly { readonly doc: number }[],
  { alpha, beta, gamma, first, last }: VectorOptions<'rocchio'>,
): Float32Array {
  for (const count of [first, last])
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`${count} is no number of rows`);
  const relevant = list.slice(0, first);
  const others = list.slice(Math.max(relevant.length, list.length - last));
  const sum = Float64Array.from(query, (value) => alpha * value);
  addMean(sum, beta, rows, relevant);
  addMean(sum, -gamma, rows, others);
  return Float32Array.from(sum);
}

function addMean(sum: Float64Array, weight: number, rows: Vectors, hits: readonly { readonly doc: number }[]) {
  for (const { doc } of hits) {
    if (!(doc >= 0 && doc < rowCount(rows, sum.length))) throw new RangeError(`there is no row ${doc}`);
    const row = floatRows(rows, sum.length, doc, doc + 1);
    for (let i = 0; i < sum.length; i++) sum[i]! += (weight / hits.length) * row[i]!;
  }
}
