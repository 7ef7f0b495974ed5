import { floatBlocks, rowCount, type Vectors } from '../../../base/vectors';
import { type ScoredDoc, TopK } from '../top-k';
import { lengthsOf, type MetricName, scoreOfSum, sums } from './metrics';

export interface TimedLists {
  readonly lists: ScoredDoc[][];
  readonly milliseconds: Float64Array;
}

export interface DenseIndex {
  /** Best first, ties by lower row. @throws {RangeError} for questions not as wide as the rows */
  search(queries: Float32Array, depth: number, clock: () => number): TimedLists;
}

/** Exact search. @throws {RangeError} for a matrix not made of whole rows */
export function openMatrix(rows: Vectors, dimensions: number, metric: MetricName): DenseIndex {
  checkWidth(rows, dimensions);
  const lengths = lengthsOf(rows, dimensions);
  const [sumOf, scoreOf] = [sums[metric], scoreOfSum[metric]];
  return {
    search: (queries, depth, clock) =>
      searchEach(queries, dimensions, clock, (query) => {
        const [length] = lengthsOf(query, dimensions);
        const heap = new TopK(Math.min(depth, lengths.length));
        let row = 0;
        for (const block of floatBlocks(rows, dimensions))
          for (let at = 0; at < block.length; at += dimensions, row++)
            heap.offer(row, scoreOf(sumOf(block, at, query), lengths[row]!, length!));
        return heap.drain();
      }),
  };
}

export function checkWidth(matrix: Vectors, dimensions: number): void {
  if (!Number.isInteger(dimensions) || dimensions < 1 || !Number.isInteger(rowCount(matrix, dimensions)))
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
export function shortened(matrix: Vectors, dimensions: number, first: number, scaled: boolean): Float32Array {
  checkWidth(matrix, dimensions);
  if (!Number.isInteger(first) || first < 1 || first > dimensions)
    throw new RangeError(`there are no first ${first} numbers of a vector of ${dimensions}`);
  const rows = new Float32Array(rowCount(matrix, dimensions) * first);
  let to = 0;
  for (const block of floatBlocks(matrix, dimensions))
    for (let at = 0; at < block.length; at += dimensions, to += first) rows.set(block.subarray(at, at + first), to);
  return scaled ? scaledToOne(rows, first) : rows;
}

/** The same, block by block. */
export const unitBlocks = (matrix: Vectors, dimensions: number, first: number): Iterable<Float32Array> => ({
  *[Symbol.iterator]() {
    for (const block of floatBlocks(matrix, dimensions)) yield shortened(block, dimensions, first, true);
  },
});

function scaledToOne(rows: Float32Array, dimensions: number): Float32Array {
  lengthsOf(rows, dimensions).forEach((length, row) => {
    if (length === 0) return;
    for (let i = row * dimensions; i < (row + 1) * dimensions; i++) rows[i]! /= length;
  });
  return rows;
}
