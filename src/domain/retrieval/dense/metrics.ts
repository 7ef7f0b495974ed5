import { type Scoring, accumulateProducts, byDotProduct, type Accumulate, type ScoredDoc } from '../exact-search';

/**
 * One way to compare vectors. What it needs of the rows is computed once, when a matrix is opened; what it needs of the
 * questions, once a search. Both are row-major matrices, `dimensions` wide.
 */
type Metric = (rows: Float32Array, dimensions: number) => (queries: Float32Array) => Scoring;

/** Euclidean length of each row of a row-major matrix, summed in double precision. */
export function lengthsOf(rows: Float32Array, dimensions: number): Float64Array {
  const lengths = new Float64Array(rows.length / dimensions);
  for (let row = 0; row < lengths.length; row++) {
    const at = row * dimensions;
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += rows[at + i]! * rows[at + i]!;
    lengths[row] = Math.sqrt(sum);
  }
  return lengths;
}

/** `q·d / (|q| |d|)`, −1 to 1. With a vector of length 0, which has no direction, it is 0. */
export const cosine: Metric = (rows, dimensions) => {
  const rowLengths = lengthsOf(rows, dimensions);
  return (queries) => {
    const queryLengths = lengthsOf(queries, dimensions);
    return {
      accumulate: accumulateProducts,
      finish: (sums, row, first, group) => {
        const rowLength = rowLengths[row]!;
        for (let i = 0; i < group; i++) sums[i] = cosineOf(sums[i]!, rowLength, queryLengths[first + i]!);
      },
    };
  };
};

export function cosineOf(product: number, a: number, b: number): number {
  const both = a * b;
  return both === 0 ? 0 : product / both;
}

/** `Σ qᵢ dᵢ`: what models trained for the “inner product” mean. Longer vectors score higher. */
const dotProduct: Metric = () => () => byDotProduct;

/**
 * `−√Σ (qᵢ − dᵢ)²`: higher is better, 0 is best. On vectors of length 1 the order is that of the cosine. Not by
 * `|q|² + |d|² − 2 q·d`, which costs less but loses digits where vectors are nearly the same, as at the top of a list.
 */
const euclidean: Metric = () => () => ({
  accumulate: accumulateSquares,
  finish: (sums, _row, _first, group) => {
    for (let i = 0; i < group; i++) sums[i] = scoreOfSum.euclidean(sums[i]!, 0, 0);
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

export const metrics = { cosine, 'dot-product': dotProduct, euclidean } satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

/**
 * The score of a row from its sum in exact search, which is that of squares for the Euclidean metric and of products for
 * the others, and the lengths of row and question.
 */
export const scoreOfSum: Readonly<Record<MetricName, (sum: number, row: number, query: number) => number>> = {
  cosine: cosineOf,
  'dot-product': (sum) => sum,
  // From 0, since −0 would be the score of a row that equals the question.
  euclidean: (sum) => 0 - Math.sqrt(sum),
};

/**
 * Scores some rows by their cosine to a question, with the digits that exact search gives: the best `depth` first, ties
 * by lower row. `rows` is row-major, `dimensions` wide.
 */
export function cosineRescorer(rows: Float32Array, dimensions: number) {
  const lengths = lengthsOf(rows, dimensions);
  return (query: Float32Array, docs: Iterable<number>, depth: number): ScoredDoc[] => {
    const [length] = lengthsOf(query, dimensions);
    const hits: ScoredDoc[] = [];
    for (const doc of docs) {
      const at = doc * dimensions;
      let product = 0;
      for (let i = 0; i < dimensions; i++) product += rows[at + i]! * query[i]!;
      hits.push({ doc, score: cosineOf(product, lengths[doc]!, length!) });
    }
    return hits.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, depth);
  };
}
