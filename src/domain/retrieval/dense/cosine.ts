import { accumulateProducts } from '../exact-search';
import { lengthsOf } from './length';
import type { Metric } from './metric';

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

/** The cosine of two vectors from their dot product and their lengths. */
export function cosineOf(product: number, a: number, b: number): number {
  const both = a * b;
  return both === 0 ? 0 : product / both;
}
