import type { Accumulate } from '../exact-search';
import type { Metric } from './metric';

/**
 * `−√Σ (qᵢ − dᵢ)²`: the distance with its sign turned, so that higher is better and 0 is the best there is. On vectors of
 * length 1 the order is that of the cosine.
 *
 * Differences are summed, not `|q|² + |d|² − 2 q·d`: that costs less and loses digits of the distance between vectors that
 * are nearly the same, which are those at the top of a list.
 */
export const euclidean: Metric = () => () => ({
  accumulate: accumulateSquares,
  finish: (sums, _row, _first, group) => {
    // From 0, since −0 would be the score of a row that equals the question.
    for (let i = 0; i < group; i++) sums[i] = 0 - Math.sqrt(sums[i]!);
  },
});

const accumulateSquares: Accumulate = (rows, at, queries, lanes, dimensions, sums) => {
  const a = lanes[0]!;
  const b = lanes[1]!;
  const c = lanes[2]!;
  const d = lanes[3]!;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let i = 0; i < dimensions; i++) {
    const value = rows[at + i]!;
    const d0 = value - queries[a + i]!;
    const d1 = value - queries[b + i]!;
    const d2 = value - queries[c + i]!;
    const d3 = value - queries[d + i]!;
    s0 += d0 * d0;
    s1 += d1 * d1;
    s2 += d2 * d2;
    s3 += d3 * d3;
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
};
