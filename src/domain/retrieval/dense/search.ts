import { exactSearch, type ScoredDoc, type TimedLists } from '../exact-search';
import { lengthsOf, type MetricName, metrics } from './metrics';

export interface DenseIndex {
  /** Best first, ties by lower row. @throws {RangeError} for questions not as wide as the rows */
  search(queries: Float32Array, depth: number, clock: () => number): TimedLists;
}

/** Exact search, sums in double precision. @throws {RangeError} for a matrix not made of whole rows */
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

export function checkWidth(matrix: Float32Array, dimensions: number): void {
  if (!Number.isInteger(dimensions) || dimensions < 1 || matrix.length % dimensions !== 0)
    throw new RangeError(`${matrix.length} numbers are no matrix of ${dimensions} columns`);
}

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

/**
 * The first numbers of every row (Kusupati et al., “Matryoshka Representation Learning”, NeurIPS 2022), `scaled` to
 * length 1; zeros stay. @throws {RangeError} for a matrix not made of whole rows, or with shorter rows
 */
export function shortened(matrix: Float32Array, dimensions: number, first: number, scaled: boolean): Float32Array {
  checkWidth(matrix, dimensions);
  if (!Number.isInteger(first) || first < 1 || first > dimensions)
    throw new RangeError(`there are no first ${first} numbers of a vector of ${dimensions}`);
  const count = matrix.length / dimensions;
  const rows = new Float32Array(count * first);
  for (let row = 0; row < count; row++)
    rows.set(matrix.subarray(row * dimensions, row * dimensions + first), row * first);
  return scaled ? scaledToOne(rows, first) : rows;
}

export function unitRows(matrix: Float32Array, dimensions: number): Float32Array {
  checkWidth(matrix, dimensions);
  return scaledToOne(matrix.slice(), dimensions);
}

function scaledToOne(rows: Float32Array, dimensions: number): Float32Array {
  lengthsOf(rows, dimensions).forEach((length, row) => {
    if (length === 0) return;
    for (let i = row * dimensions; i < (row + 1) * dimensions; i++) rows[i]! /= length;
  });
  return rows;
}
