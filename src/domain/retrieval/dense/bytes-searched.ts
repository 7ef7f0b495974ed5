import type { VectorSearchSpec } from './vector-search-spec';
import { wordsOf } from './binary';

/** Of a number with single precision, and of a word of bits. */
const WORD = 4;

/**
 * Bytes of what a search reads through: of vectors as they are four a number; of int8 one a number, and a range of two
 * numbers a dimension; of binary one bit a number, in words of 32. Whole vectors that are kept to score the first hits
 * again are not counted: few of them are read. A graph counts its own.
 *
 * @param rows number of vectors
 * @param dimensions of the whole vectors
 */
export function bytesSearched(
  spec: Exclude<VectorSearchSpec, { kind: 'hnsw' }>,
  rows: number,
  dimensions: number,
): number {
  const kept = spec.dimensions ?? dimensions;
  if (spec.kind !== 'quantised') return rows * kept * WORD;
  return spec.precision === 'int8' ? rows * kept + 2 * WORD * kept : rows * wordsOf(kept) * WORD;
}
