import type { ScoredDoc } from '../exact-search';
import { openBinary } from './binary';
import { BYTE_LANES, openInt8 } from './int8';
import { cosineRescorer } from './metrics';
import { checkWidth, type DenseIndex } from './search';
import { shortened, unitRows } from './shortened';
import type { VectorOptions } from './vector-search-spec';

const precisions = { int8: openInt8, binary: openBinary } satisfies Record<
  VectorOptions<'quantised'>['precision'],
  unknown
>;

/**
 * The nearest by cosine among quantised vectors, cut to `dimensions` where given, then scaled to length 1.
 *
 * With `rescore` the first `rescore · depth` are sorted by their cosine in whole vectors, all dimensions, with the
 * question as it is: hits then have the scores of exact search, and a row is missed only where the first search has it
 * too low. The whole vectors must be kept beside the quantised ones; few of them are read.
 *
 * @param rows row-major matrix, `dimensions` wide
 * @throws {RangeError} for a matrix that is not made of whole rows, and for more dimensions than there are
 */
export function openQuantised(rows: Float32Array, dimensions: number, options: VectorOptions<'quantised'>): DenseIndex {
  checkWidth(rows, dimensions);
  const { precision, rescore, dimensions: kept = dimensions } = options;
  const prepared = (matrix: Float32Array): Float32Array =>
    kept === dimensions ? unitRows(matrix, dimensions) : shortened(matrix, dimensions, kept, true);
  const index = precisions[precision](prepared(rows), kept);
  const rowOf = (matrix: Float32Array, row: number): Float32Array =>
    matrix.subarray(row * dimensions, (row + 1) * dimensions);
  const again = rescore > 0 ? cosineRescorer(rows, dimensions) : null;
  return {
    search(queries, depth, clock) {
      checkWidth(queries, dimensions);
      const count = queries.length / dimensions;
      const milliseconds = new Float64Array(count);
      const lists: ScoredDoc[][] = [];
      for (let first = 0; first < count; first += BYTE_LANES) {
        const began = clock();
        const block = queries.subarray(first * dimensions, (first + BYTE_LANES) * dimensions);
        const found = index.search(prepared(block), again ? rescore * depth : depth);
        const rescored = again && found.map((list, i) => again(rowOf(block, i), docsOf(list), depth));
        lists.push(...(rescored ?? found));
        milliseconds.fill((clock() - began) / found.length, first, first + found.length);
      }
      return { lists, milliseconds };
    },
  };
}

const docsOf = (list: readonly ScoredDoc[]): number[] => list.map(({ doc }) => doc);
