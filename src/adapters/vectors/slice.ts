import { type MetricName, scoreOfSum } from '../../domain/retrieval/dense/metrics';
import type { ScoredDoc } from '../../domain/retrieval/exact-search';
import { TopK } from '../../domain/retrieval/top-k';
import type { KernelFunctions } from './kernel/kernel';

/** What exact search of some questions needs, as addresses of the kernel's memory, and numbers. */
export interface NearSlice {
  readonly metric: MetricName;
  readonly rows: number;
  readonly count: number;
  readonly dimensions: number;
  /** Of each row, in double precision. */
  readonly lengths: number;
  /** What an estimate is multiplied with, and what is added, of each row. */
  readonly factors: number;
  readonly terms: number;
  /** As the kernel compares them, and as they are. */
  readonly scaled: number;
  readonly queries: number;
  readonly queryLengths: Float64Array;
  /** Of each question: by how much the estimate of one of the best may be below that of the last of them. */
  readonly rooms: Float64Array;
  readonly best: number;
  readonly capacity: number;
  /** Room for what is kept of each question, for a block of sums, and for `capacity` rows with a sum each. */
  readonly held: number;
  readonly work: number;
  readonly docs: number;
  readonly sums: number;
}

/** The hits of each question; null where more rows are nearly equal than were kept. */
export type FoundSlice = (ScoredDoc[] | null)[];

const NUMBER = 4;
const HEAD = 16;

/**
 * Exact search: rows that may be among the best by estimates in single precision, then their scores as
 * {@link exactSearch} computes them, to the last digit.
 */
export function searchSlice(kernel: KernelFunctions, memory: WebAssembly.Memory, slice: NearSlice): FoundSlice {
  const { rows, count, dimensions, scaled, factors, terms, held, best, capacity, work, rooms } = slice;
  const each = kernel.heldBytes(capacity);
  const view = new DataView(memory.buffer);
  rooms.forEach((room, q) => empty(view, held + q * each, room));
  kernel.scan(rows, 0, count, dimensions, scaled, rooms.length, factors, terms, held, best, capacity, work);
  return Array.from(rooms, (_, q) => {
    const at = held + q * each;
    return view.getInt32(at + 12, true) === 0 ? rescored(kernel, memory, slice, q, at) : null;
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
  { metric, rows, dimensions, lengths, queries, queryLengths, best, docs, sums, count }: NearSlice,
  q: number,
  held: number,
): ScoredDoc[] {
  const found = docsOf(memory, held);
  new Uint32Array(memory.buffer, docs, found.length).set(found);
  const query = queries + q * dimensions * NUMBER;
  kernel.compare(rows, dimensions, query, docs, found.length, metric === 'euclidean', sums);
  const values = new Float64Array(memory.buffer, sums, found.length);
  const rowLengths = new Float64Array(memory.buffer, lengths, count);
  const score = scoreOfSum[metric];
  const heap = new TopK(best);
  found.forEach((doc, i) => heap.offer(doc, score(values[i]!, rowLengths[doc]!, queryLengths[q]!)));
  return heap.drain();
}

/** Rows whose keys are kept of a question. */
function docsOf(memory: WebAssembly.Memory, held: number): Uint32Array {
  const count = new DataView(memory.buffer).getInt32(held + 8, true);
  const words = new Uint32Array(memory.buffer, held + HEAD, 2 * count);
  return Uint32Array.from({ length: count }, (_, i) => ~words[2 * i]!);
}
