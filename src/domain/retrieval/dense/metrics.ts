import { floatBlocks, floatRows, rowCount, type Vectors } from '../../../base/vectors';
import type { ScoredDoc } from '../top-k';

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

export function addTo(target: Float64Array, factor: number, vector: Float64Array): void {
  for (let i = 0; i < target.length; i++) target[i]! += factor * vector[i]!;
}

export function lengthsOf(rows: Vectors, dimensions: number): Float64Array {
  const lengths = new Float64Array(rowCount(rows, dimensions));
  let row = 0;
  for (const block of floatBlocks(rows, dimensions))
    for (let at = 0; at < block.length; at += dimensions, row++) {
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += block[at + i]! * block[at + i]!;
      lengths[row] = Math.sqrt(sum);
    }
  return lengths;
}

/** With a vector of length 0, which has no direction, it is 0. */
export function cosineOf(product: number, a: number, b: number): number {
  const both = a * b;
  return both === 0 ? 0 : product / both;
}

/** In double precision, in which a product of two numbers of single precision is exact. */
function products(rows: Float32Array, at: number, query: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += rows[at + i]! * query[i]!;
  return sum;
}

/** Not `|q|² + |d|² − 2 q·d`, which loses digits where vectors are nearly the same. */
function squares(rows: Float32Array, at: number, query: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += (rows[at + i]! - query[i]!) ** 2;
  return sum;
}

/** Compares the row that begins at `at` with a question. */
export const sums = { cosine: products, 'dot-product': products, euclidean: squares };

export type MetricName = keyof typeof sums;

/** The score of a row from its sum. Of the dot product, longer vectors score higher. */
export const scoreOfSum: Readonly<Record<MetricName, (sum: number, row: number, query: number) => number>> = {
  cosine: cosineOf,
  'dot-product': (sum) => sum,
  // From 0, since −0 would be the score of a row that equals the question.
  euclidean: (sum) => 0 - Math.sqrt(sum),
};

/** Scores of some rows, as exact search has them. */
export function rowScorer(rows: Vectors, dimensions: number, metric: MetricName) {
  const lengths = lengthsOf(rows, dimensions);
  return (query: Float32Array, docs: readonly number[]): ScoredDoc[] => {
    const [length] = lengthsOf(query, dimensions);
    return docs.map((doc) => {
      const sum = sums[metric](floatRows(rows, dimensions, doc, doc + 1), 0, query);
      return { doc, score: scoreOfSum[metric](sum, lengths[doc]!, length!) };
    });
  };
}
