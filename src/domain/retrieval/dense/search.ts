import { exactSearch, type ScoredDoc, type TimedLists } from '../exact-search';
import { type MetricName, metrics } from './metrics';

export interface DenseIndex {
  /**
   * @param queries row-major matrix of questions, as wide as the rows
   * @param depth hits kept for each question
   * @param clock milliseconds, for the share of time that each question took
   * @returns hits of each question, best first, ties by lower row
   * @throws {RangeError} for questions that are not as wide as the rows
   */
  search(queries: Float32Array, depth: number, clock: () => number): TimedLists;
}

/**
 * Exact search of a row-major matrix: no row is skipped, and sums are in double precision.
 * @throws {RangeError} for a matrix that is not made of whole rows
 */
export function openMatrix(rows: Float32Array, dimensions: number, metric: MetricName): DenseIndex {
  checkWidth(rows, dimensions);
  const scoringWith = metrics[metric](rows, dimensions);
  return {
    search(queries, depth, clock) {
      checkWidth(queries, dimensions);
      return exactSearch(rows, queries, dimensions, depth, clock, scoringWith(queries));
    },
  };
}

/** @throws {RangeError} for a matrix that is not made of whole rows */
export function checkWidth(matrix: Float32Array, dimensions: number): void {
  if (!Number.isInteger(dimensions) || dimensions < 1 || matrix.length % dimensions !== 0)
    throw new RangeError(`${matrix.length} numbers are no matrix of ${dimensions} columns`);
}

/** Searches for one question after the other. @throws {RangeError} for questions that are not as wide as the rows */
export function searchEach(
  queries: Float32Array,
  dimensions: number,
  clock: () => number,
  search: (query: Float32Array) => ScoredDoc[],
): TimedLists {
  checkWidth(queries, dimensions);
  const milliseconds = new Float64Array(queries.length / dimensions);
  const lists = Array.from(milliseconds, (_, q) => {
    const began = clock();
    const list = search(queries.subarray(q * dimensions, (q + 1) * dimensions));
    milliseconds[q] = clock() - began;
    return list;
  });
  return { lists, milliseconds };
}
