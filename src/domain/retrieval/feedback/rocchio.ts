import type { VectorOptions } from '../dense/vector-search-spec';

/**
 * Pseudo-relevance feedback over vectors (Rocchio 1971): the first rows of a list are taken for relevant. The new
 * question is
 *
 *     α q + β · mean of the first rows − γ · mean of the last rows
 *
 * A row is never both: where the list is shorter than `first + last`, fewer of the last are taken. A mean of no rows
 * adds nothing. The result is not normalised: for the cosine its length does not matter, for the dot product it scales
 * all scores, and for the Euclidean distance normalise it where the rows are.
 *
 * @param rows row-major matrix, as wide as the question
 * @param list the question's hits, best first
 * @returns the new question; sums are in double precision, the result is rounded to single
 * @throws {RangeError} for a hit that is no row, and for counts that are not whole or below 0
 */
export function rocchio(
  query: Float32Array,
  rows: Float32Array,
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

function addMean(
  sum: Float64Array,
  weight: number,
  rows: Float32Array,
  hits: readonly { readonly doc: number }[],
): void {
  for (const { doc } of hits) {
    const at = doc * sum.length;
    if (!(doc >= 0 && at + sum.length <= rows.length)) throw new RangeError(`there is no row ${doc}`);
    for (let i = 0; i < sum.length; i++) sum[i]! += (weight / hits.length) * rows[at + i]!;
  }
}
