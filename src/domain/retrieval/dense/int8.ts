import { type ScoredDoc, TopK } from '../top-k';

const LEVELS = 256;

/** What a sum of products with codes stays below. */
const MAX = 2 ** 25 - 1;

/** The list of a question, of rows that are kept in fewer bits. */
export type SearchCodes = (query: Float32Array, depth: number) => ScoredDoc[];

/**
 * Scalar quantisation with a range per dimension, as Faiss's `QT_8bit` and the “int8” of sentence-transformers: 256
 * equal steps from lowest to highest, no row clipped. q·x ≈ Σⱼ qⱼ (lowⱼ + (cⱼ + 128.5) stepⱼ) = constant(q) + Σⱼ (qⱼ
 * stepⱼ) cⱼ, codes cⱼ from −128 to 127, weights qⱼ stepⱼ rounded to 9 bits and a sign with 384 dimensions. An estimate
 * is off by at most Σⱼ |qⱼ| stepⱼ / 2 for the rows plus 64 · dimensions · unit for the question.
 */
export function openInt8(blocks: Iterable<Float32Array>, count: number, dimensions: number): SearchCodes {
  const codes = new Int8Array(count * dimensions);
  const ranges = encodeBlocks(blocks, dimensions, codes);
  return (query, depth) => searchCodes(codes, folded(query, ranges), depth);
}

interface Int8Ranges {
  readonly lows: Float64Array;
  readonly steps: Float64Array;
}

/** @param blocks row-major blocks of rows, gone through twice */
export function encodeBlocks(blocks: Iterable<Float32Array>, dimensions: number, codes: Int8Array): Int8Ranges {
  const lows = new Float64Array(dimensions).fill(Infinity);
  const highs = new Float64Array(dimensions).fill(-Infinity);
  for (const rows of blocks)
    for (let at = 0; at < rows.length; at += dimensions)
      for (let j = 0; j < dimensions; j++) {
        const value = rows[at + j]!;
        if (value < lows[j]!) lows[j] = value;
        if (value > highs[j]!) highs[j] = value;
      }
  // Of no rows there are no ranges, and no codes.
  const steps = highs.map((high, j) => (high >= lows[j]! ? (high - lows[j]!) / LEVELS : 0));
  let to = 0;
  for (const rows of blocks)
    for (let at = 0; at < rows.length; at += dimensions)
      for (let j = 0; j < dimensions; j++) {
        const step = steps[j]!;
        const level = step === 0 ? 0 : Math.floor((rows[at + j]! - lows[j]!) / step);
        codes[to++] = Math.min(LEVELS - 1, Math.max(0, level)) - LEVELS / 2;
      }
  return { lows: lows.map((low) => (low === Infinity ? 0 : low)), steps };
}

interface FoldedVector {
  readonly weights: Int16Array;
  readonly unit: number;
  readonly constant: number;
}

export function foldedRows(queries: Float32Array, dimensions: number, ranges: Int8Ranges): FoldedVector[] {
  return Array.from({ length: queries.length / dimensions }, (_, q) =>
    folded(queries.subarray(q * dimensions, (q + 1) * dimensions), ranges),
  );
}

function folded(query: Float32Array, { lows, steps }: Int8Ranges): FoldedVector {
  let most = 0;
  let constant = 0;
  for (let j = 0; j < steps.length; j++) {
    most = Math.max(most, Math.abs(query[j]! * steps[j]!));
    constant += query[j]! * (lows[j]! + ((LEVELS + 1) / 2) * steps[j]!);
  }
  const unit = most / largestWeight(steps.length);
  const weights = new Int16Array(steps.length);
  if (unit > 0) for (let j = 0; j < steps.length; j++) weights[j] = Math.round((query[j]! * steps[j]!) / unit);
  return { weights, unit, constant };
}

/** The largest weight with which no sum is too large, of the form 2^bits − 1, at most that of 16 bits. */
export function largestWeight(dimensions: number): number {
  const bits = Math.floor(Math.log2(MAX / ((LEVELS / 2) * dimensions) + 1));
  return 2 ** Math.max(1, Math.min(15, bits)) - 1;
}

function searchCodes(codes: Int8Array, { weights, unit, constant }: FoldedVector, depth: number): ScoredDoc[] {
  const dimensions = weights.length;
  const count = codes.length / dimensions;
  const heap = new TopK(Math.min(depth, count));
  for (let row = 0, at = 0; row < count; row++, at += dimensions) {
    let sum = 0;
    for (let j = 0; j < dimensions; j++) sum += codes[at + j]! * weights[j]!;
    heap.offer(row, sum);
  }
  // Rows of one sum have one score, so the order of the sums is that of the scores.
  return heap.drain().map(({ doc, score }) => ({ doc, score: constant + unit * score }));
}
