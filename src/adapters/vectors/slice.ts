import { type MetricName, scoreOfSum } from '../../domain/retrieval/dense/metrics';
import { type ScoredDoc, TopK } from '../../domain/retrieval/top-k';
import type { KernelFunctions } from './kernel/kernel';
import type { KernelMatrix } from './kernel/matrix';

export const NUMBER = 4;
const DOUBLE = 8;

const WORK = 4 * 128 * NUMBER;
/** Rows that are unpacked at a time. */
const UNPACKED = 64;

/** Sums of rows and candidates past the last are written too. */
export const SLACK = 16;

export interface Asked {
  readonly queries: Float32Array;
  readonly lengths: Float64Array;
}

export function comparisonOf(matrix: KernelMatrix, metric: MetricName, asked: Asked, best: number, wanted = best) {
  const { arena, functions, rows, bits, count, dimensions, lengths } = matrix;
  const capacity = Math.min(Math.max(4096, 2 * wanted), count + 1);
  const queries = arena.take(asked.queries.byteLength);
  arena.floats(queries, asked.queries.length).set(asked.queries);
  return {
    ...{ metric, rows, bits, count, dimensions, lengths, queries, capacity, best },
    queryLengths: asked.lengths,
    held: arena.take(asked.lengths.length * functions.heldBytes(capacity)),
    work: arena.take(WORK + (UNPACKED * dimensions + SLACK) * NUMBER),
    docs: arena.take(NUMBER * (capacity + SLACK)),
    sums: arena.take(DOUBLE * (capacity + SLACK)),
  };
}

type Comparison = ReturnType<typeof comparisonOf>;

export interface NearSlice extends Comparison {
  readonly kind: 'near';
  readonly factors: number;
  readonly terms: number;
  readonly scaled: number;
  readonly rooms: Float64Array;
}

export interface BytesSlice extends Comparison {
  readonly kind: 'bytes';
  readonly codes: number;
  readonly codedDimensions: number;
  readonly weights: number;
  readonly constants: Float64Array;
  readonly units: Float64Array;
  readonly first: number;
  readonly isRescored: boolean;
}

export type VectorSlice = NearSlice | BytesSlice;

export type FoundSlice = (ScoredDoc[] | null)[];

const HEAD = 16;

export function searchSlice(kernel: KernelFunctions, memory: WebAssembly.Memory, slice: VectorSlice): FoundSlice {
  return slice.kind === 'near' ? searchNear(kernel, memory, slice) : searchBytes(kernel, memory, slice);
}

/** Rows that may be among the best by estimates, then their scores as {@link openMatrix}, to the last digit. */
function searchNear(kernel: KernelFunctions, memory: WebAssembly.Memory, slice: NearSlice): FoundSlice {
  const { rows, bits, count, dimensions, scaled, factors, terms, held, best, capacity, work, rooms } = slice;
  const each = kernel.heldBytes(capacity);
  const view = new DataView(memory.buffer);
  rooms.forEach((room, q) => empty(view, held + q * each, room));
  kernel.scan(rows, 0, count, dimensions, scaled, rooms.length, factors, terms, held, best, capacity, bits, work);
  return Array.from(rooms, (_, q) => {
    const at = held + q * each;
    return view.getInt32(at + 12, true) === 0 ? rescored(kernel, memory, slice, q, at) : null;
  });
}

function searchBytes(kernel: KernelFunctions, memory: WebAssembly.Memory, slice: BytesSlice): FoundSlice {
  const { codes, count, codedDimensions, weights, constants, units, held, first, best, capacity, work } = slice;
  const each = kernel.heldBytes(capacity);
  const view = new DataView(memory.buffer);
  constants.forEach((_, q) => {
    empty(view, held + q * each, 0);
    view.setInt32(held + q * each, -(2 ** 31), true);
  });
  kernel.scanWhole(codes, 0, count, codedDimensions, weights, constants.length, held, first, capacity, work);
  return Array.from(constants, (constant, q) => {
    const at = held + q * each;
    if (slice.isRescored) return rescored(kernel, memory, slice, q, at);
    const heap = new TopK(best);
    const kept = new Int32Array(memory.buffer, at + HEAD, 2 * view.getInt32(at + 8, true));
    for (let i = 0; i < kept.length; i += 2) heap.offer(~kept[i]!, kept[i + 1]!);
    return heap.drain().map(({ doc, score }) => ({ doc, score: constant + units[q]! * score }));
  });
}

function empty(view: DataView, held: number, room: number): void {
  view.setFloat32(held, -Infinity, true);
  view.setFloat32(held + 4, room, true);
  view.setInt32(held + 8, 0, true);
  view.setInt32(held + 12, 0, true);
}

function rescored(
  kernel: KernelFunctions,
  memory: WebAssembly.Memory,
  { metric, rows, bits, work, dimensions, lengths, queries, queryLengths, best, docs, sums, count }: Comparison,
  q: number,
  held: number,
): ScoredDoc[] {
  const found = docsOf(memory, held);
  new Uint32Array(memory.buffer, docs, found.length).set(found);
  const query = queries + q * dimensions * NUMBER;
  kernel.compare(rows, dimensions, query, docs, found.length, metric === 'euclidean', bits, work, sums);
  const values = new Float64Array(memory.buffer, sums, found.length);
  const rowLengths = new Float64Array(memory.buffer, lengths, count);
  const score = scoreOfSum[metric];
  const heap = new TopK(best);
  found.forEach((doc, i) => heap.offer(doc, score(values[i]!, rowLengths[doc]!, queryLengths[q]!)));
  return heap.drain();
}

function docsOf(memory: WebAssembly.Memory, held: number): Uint32Array {
  const count = new DataView(memory.buffer).getInt32(held + 8, true);
  const words = new Uint32Array(memory.buffer, held + HEAD, 2 * count);
  return Uint32Array.from({ length: count }, (_, i) => ~words[2 * i]!);
}
