import { TopK } from '../top-k';
import type { ScoredDoc } from '../exact-search';

/** Questions scored in one pass over the rows, so that a row is read once for all of them. */
export const BYTE_LANES = 4;

const LEVELS = 256;

/** What the sum of one of two questions is multiplied by, so that one number holds both: see {@link accumulate}. */
const SHIFT = 2 ** 26;

/** The largest sum that is separable from the one beside it. */
const MAX = SHIFT / 2 - 1;

/** Lists of some questions, of rows that are kept in fewer bits. */
export type SearchCodes = (queries: Float32Array, depth: number) => ScoredDoc[][];

/**
 * Scalar quantisation with a range per dimension, as Faiss's `QT_8bit` and the “int8” of sentence-transformers: 256
 * equal steps from lowest to highest, no row clipped. q·x ≈ Σⱼ qⱼ (lowⱼ + (cⱼ + 128.5) stepⱼ) = constant(q) + Σⱼ (qⱼ
 * stepⱼ) cⱼ, codes cⱼ from −128 to 127, weights qⱼ stepⱼ rounded to 9 bits and a sign with 384 dimensions. An estimate
 * is off by at most Σⱼ |qⱼ| stepⱼ / 2 for the rows plus 64 · dimensions · unit for the question.
 */
export function openInt8(rows: Float32Array, dimensions: number): SearchCodes {
  const codes = new Int8Array(rows.length);
  const ranges = encodeBlocks([rows], dimensions, codes);
  return (queries, depth) => {
    const asked = foldedRows(queries, dimensions, ranges);
    const lists: ScoredDoc[][] = [];
    for (let first = 0; first < asked.length; first += BYTE_LANES)
      lists.push(...searchCodes(codes, asked.slice(first, first + BYTE_LANES), depth));
    return lists;
  };
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

export function foldedRows(queries: Float32Array, dimensions: number, { lows, steps }: Int8Ranges): FoldedVector[] {
  return Array.from({ length: queries.length / dimensions }, (_, q) =>
    folded(queries.subarray(q * dimensions, (q + 1) * dimensions), lows, steps),
  );
}

function folded(query: Float32Array, lows: Float64Array, steps: Float64Array): FoldedVector {
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

/** The largest weight with which every sum is separable, of the form 2^bits − 1, at most that of 16 bits. */
export function largestWeight(dimensions: number): number {
  const bits = Math.floor(Math.log2(MAX / ((LEVELS / 2) * dimensions) + 1));
  return 2 ** Math.max(1, Math.min(15, bits)) - 1;
}

function searchCodes(codes: Int8Array, asked: readonly FoldedVector[], depth: number): ScoredDoc[][] {
  // Lanes past the last question repeat it; their sums are not read.
  const [a, b, c, d] = Array.from({ length: BYTE_LANES }, (_, i) => asked[Math.min(i, asked.length - 1)]!.weights);
  const [first, second] = [paired(a!, b!), paired(c!, d!)];
  const dimensions = first.length;
  const count = codes.length / dimensions;
  const heaps = asked.map(() => new TopK(Math.min(depth, count)));
  const sums = new Int32Array(BYTE_LANES);
  for (let row = 0; row < count; row++) {
    accumulate(codes, row * dimensions, first, second, sums);
    for (let i = 0; i < heaps.length; i++) heaps[i]!.offer(row, sums[i]!);
  }
  // Rows of one sum have one score, so the order of the sums is that of the scores.
  return heaps.map((heap, i) => {
    const { constant, unit } = asked[i]!;
    return heap.drain().map(({ doc, score }) => ({ doc, score: constant + unit * score }));
  });
}

const paired = (low: Int16Array, high: Int16Array): Float64Array =>
  Float64Array.from(low, (weight, j) => weight + SHIFT * high[j]!);

/** Two by two: a double holds 53 bits, so one multiplication serves both questions, one of them shifted by 26 bits. */
function accumulate(codes: Int8Array, at: number, first: Float64Array, second: Float64Array, sums: Int32Array): void {
  const { length } = first;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let j = 0;
  for (; j + 1 < length; j += 2) {
    const even = codes[at + j]!;
    const odd = codes[at + j + 1]!;
    a += even * first[j]!;
    b += even * second[j]!;
    c += odd * first[j + 1]!;
    d += odd * second[j + 1]!;
  }
  if (j < length) {
    a += codes[at + j]! * first[j]!;
    b += codes[at + j]! * second[j]!;
  }
  split(a + c, sums, 0);
  split(b + d, sums, 2);
}

function split(both: number, sums: Int32Array, at: number): void {
  const high = Math.round(both / SHIFT);
  sums[at] = both - high * SHIFT;
  sums[at + 1] = high;
}
