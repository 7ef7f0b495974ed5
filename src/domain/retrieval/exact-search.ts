import { TopK } from './top-k';

/** Questions scored in one pass over the rows, so that a row is read from memory once for all of them. */
const LANES = 4;

/**
 * Exact search by dot product, which is the cosine where rows and questions have length 1.
 *
 * @param rows row-major matrix, `dimensions` wide
 * @param queries row-major matrix of questions, of the same width
 * @param depth hits kept for each question
 * @param clock milliseconds, for the share of time that each question took
 * @returns hits of each question, best first, ties by lower row
 */
export function exactSearch(
  rows: Float32Array,
  queries: Float32Array,
  dimensions: number,
  depth: number,
  clock: () => number,
): { lists: { doc: number; score: number }[][]; milliseconds: Float64Array } {
  const count = queries.length / dimensions;
  const milliseconds = new Float64Array(count);
  const lists: { doc: number; score: number }[][] = [];
  for (let first = 0; first < count; first += LANES) {
    const began = clock();
    const group = Math.min(LANES, count - first);
    lists.push(...searchGroup(rows, queries, dimensions, depth, first, group));
    milliseconds.fill((clock() - began) / group, first, first + group);
  }
  return { lists, milliseconds };
}

function searchGroup(
  rows: Float32Array,
  queries: Float32Array,
  dimensions: number,
  depth: number,
  first: number,
  group: number,
): { doc: number; score: number }[][] {
  const rowCount = rows.length / dimensions;
  const heaps = Array.from({ length: group }, () => new TopK(Math.min(depth, rowCount)));
  // Lanes past the end repeat the last question; their sums are not read.
  const lane = (offset: number): number => (first + Math.min(offset, group - 1)) * dimensions;
  const [a, b, c, d] = [lane(0), lane(1), lane(2), lane(3)];
  const sums = new Float64Array(LANES);
  for (let row = 0; row < rowCount; row++) {
    const at = row * dimensions;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let i = 0; i < dimensions; i++) {
      const value = rows[at + i]!;
      s0 += value * queries[a + i]!;
      s1 += value * queries[b + i]!;
      s2 += value * queries[c + i]!;
      s3 += value * queries[d + i]!;
    }
    sums[0] = s0;
    sums[1] = s1;
    sums[2] = s2;
    sums[3] = s3;
    for (let i = 0; i < group; i++) heaps[i]!.offer(row, sums[i]!);
  }
  return heaps.map((heap) => heap.drain());
}
