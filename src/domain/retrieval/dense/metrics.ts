import { type Scoring, accumulateProducts, byDotProduct, type Accumulate, type ScoredDoc } from '../exact-search';

/** One way to compare vectors, row-major matrices. What it needs of the rows is computed once. */
type Metric = (rows: Float32Array, dimensions: number) => (queries: Float32Array) => Scoring;

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

export function addTo(target: Float64Array, factor: number, vector: Float64Array): void {
  for (let i = 0; i < target.length; i++) target[i]! += factor * vector[i]!;
}

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

/** `−√Σ (qᵢ − dᵢ)²`: 0 is best. Not `|q|² + |d|² − 2 q·d`, which loses digits where vectors are nearly the same. */
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

/** The score of a row from its sum in exact search (of squares for the Euclidean metric, else of products). */
export const scoreOfSum: Readonly<Record<MetricName, (sum: number, row: number, query: number) => number>> = {
  cosine: cosineOf,
  'dot-product': (sum) => sum,
  // From 0, since −0 would be the score of a row that equals the question.
  euclidean: (sum) => 0 - Math.sqrt(sum),
};

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
