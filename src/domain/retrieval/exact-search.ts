import { TopK } from './top-k';

/** Questions scored in one pass over the rows, so that a row is read from memory once for all of them. */
const LANES = 4;

export interface ScoredDoc {
  readonly doc: number;
  readonly score: number;
}

export interface TimedLists {
  readonly lists: ScoredDoc[][];
  readonly milliseconds: Float64Array;
}

/** Compares the row that begins at `at` with the four questions that begin at `lanes`; `sums` receives four sums. */
export type Accumulate = (
  rows: Float32Array,
  at: number,
  queries: Float32Array,
  lanes: Int32Array,
  dimensions: number,
  sums: Float64Array,
) => void;

export interface Scoring {
  readonly accumulate: Accumulate;
  /** Turns the first `group` sums into scores in place; `first` is the first of the four questions. */
  readonly finish: ((sums: Float64Array, row: number, first: number, group: number) => void) | null;
}

/** Dot products, in double precision: a product of two single-precision numbers is exact in it. */
export const accumulateProducts: Accumulate = (rows, at, queries, lanes, dimensions, sums) => {
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
    s0 += value * queries[a + i]!;
    s1 += value * queries[b + i]!;
    s2 += value * queries[c + i]!;
    s3 += value * queries[d + i]!;
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
};

export const byDotProduct: Scoring = { accumulate: accumulateProducts, finish: null };

/** Best first, ties by lower row. @param clock milliseconds, for the share of time of each question */
export function exactSearch(
  rows: Float32Array,
  queries: Float32Array,
  dimensions: number,
  depth: number,
  clock: () => number,
  scoring: Scoring = byDotProduct,
): TimedLists {
  const count = queries.length / dimensions;
  const milliseconds = new Float64Array(count);
  const lists: ScoredDoc[][] = [];
  for (let first = 0; first < count; first += LANES) {
    const began = clock();
    const group = Math.min(LANES, count - first);
    lists.push(...searchGroup(rows, queries, dimensions, depth, first, group, scoring));
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
  { accumulate, finish }: Scoring,
): ScoredDoc[][] {
  const rowCount = rows.length / dimensions;
  const heaps = Array.from({ length: group }, () => new TopK(Math.min(depth, rowCount)));
  // Lanes past the end repeat the last question; their sums are not read.
  const lanes = Int32Array.from({ length: LANES }, (_, i) => (first + Math.min(i, group - 1)) * dimensions);
  const sums = new Float64Array(LANES);
  for (let row = 0; row < rowCount; row++) {
    accumulate(rows, row * dimensions, queries, lanes, dimensions, sums);
    if (finish !== null) finish(sums, row, first, group);
    for (let i = 0; i < group; i++) heaps[i]!.offer(row, sums[i]!);
  }
  return heaps.map((heap) => heap.drain());
}
