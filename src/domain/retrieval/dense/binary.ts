import { TopK } from '../top-k';
import type { ScoredDoc } from '../exact-search';

const BITS = 32;

export interface BinaryIndex {
  /** For each question (row-major, as wide as the rows) the `depth` rows with fewest differing bits, ties by row. */
  search(queries: Float32Array, depth: number): ScoredDoc[][];
}

/**
 * Binary quantisation, as the “binary” of sentence-transformers' `quantize_embeddings` (Shakir, Aarsen and Lee, “Binary
 * and Scalar Embedding Quantization for Significantly Faster & Cheaper Retrieval”, 2024): of each number only whether
 * it is above 0. The score, from the Hamming distance H of two vectors, is the cosine of their signs, −1 to 1:
 *
 *     1 − 2 H / dimensions
 *
 * It takes at most `dimensions + 1` values, so many rows tie; ties are in row order. `rows` is row-major.
 */
export function openBinary(rows: Float32Array, dimensions: number): BinaryIndex {
  const words = wordsOf(dimensions);
  const codes = signBits(rows, dimensions);
  return {
    search(queries, depth) {
      const asked = signBits(queries, dimensions);
      return Array.from({ length: asked.length / words }, (_, q) =>
        searchBits(codes, asked.subarray(q * words, (q + 1) * words), dimensions, depth),
      );
    },
  };
}

function searchBits(codes: Uint32Array, asked: Uint32Array, dimensions: number, depth: number): ScoredDoc[] {
  const words = asked.length;
  const count = codes.length / words;
  const heap = new TopK(Math.min(depth, count));
  for (let row = 0, at = 0; row < count; row++, at += words) {
    let distance = 0;
    for (let i = 0; i < words; i++) distance += onesOf(codes[at + i]! ^ asked[i]!);
    heap.offer(row, 1 - (2 * distance) / dimensions);
  }
  return heap.drain();
}

/** Numbers of 32 bits that the signs of a vector take. */
export const wordsOf = (dimensions: number): number => Math.ceil(dimensions / BITS);

/** One bit a number, set where it is above 0; each row begins with a number of its own. */
export function signBits(rows: Float32Array, dimensions: number): Uint32Array {
  const words = wordsOf(dimensions);
  const count = rows.length / dimensions;
  const bits = new Uint32Array(count * words);
  for (let row = 0; row < count; row++)
    for (let j = 0; j < dimensions; j++)
      if (rows[row * dimensions + j]! > 0) bits[row * words + (j >>> 5)]! |= 1 << (j & 31);
  return bits;
}

/** How many bits of a 32-bit number are set: in pairs, in fours, in bytes, and their sum by one multiplication. */
export function onesOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
