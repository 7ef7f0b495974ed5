import { openMatrix } from '../../domain/retrieval/dense/search';
import { bytesSearched, openVectors, shortenedFor } from '../../domain/retrieval/dense/open-vectors';
import type { MetricName } from '../../domain/retrieval/dense/metrics';
import type { VectorSearchSpec } from '../../domain/retrieval/dense/vector-search-spec';
import type { TimedLists } from '../../domain/retrieval/exact-search';
import { openBytes } from './bytes';
import { openKernelMatrix, type KernelMatrix } from './kernel/matrix';
import { openNear } from './near';
import type { SearchThreads } from './threads';

/** Vectors of a collection: in the kernel's memory, or, where there is no kernel, as they came. */
export interface Vectors {
  readonly rows: Float32Array;
  readonly dimensions: number;
  readonly matrix: KernelMatrix | null;
  readonly threads: SearchThreads;
}

export interface VectorSearcher {
  search(queries: Float32Array, depth: number): Promise<TimedLists>;
  /** Bytes of what a search reads through. */
  readonly bytes: number;
}

export const clock = (): number => performance.now();

/** Where a larger share of the rows is wanted, as in a small collection, to estimate first which they are takes longer. */
const LARGEST_SHARE = 1 / 4;

/** The vectors by exact search, as the kernel has it where it gains, and else as it is written in TypeScript. */
export function exactSearcher(
  { rows, dimensions, matrix, threads }: Vectors,
  metric: MetricName,
): VectorSearcher['search'] {
  const near = matrix && openNear(matrix, metric, threads);
  let plain: ReturnType<typeof openMatrix> | null = null;
  return async (queries, depth) =>
    near && depth <= LARGEST_SHARE * matrix.count
      ? near.search(queries, depth, clock)
      : (plain ??= openMatrix(rows, dimensions, metric)).search(queries, depth, clock);
}

/** What a spec asks for: the same hits with the same scores as by {@link openVectors}. */
export function searcherOf(vectors: Vectors, spec: VectorSearchSpec): VectorSearcher {
  const { rows, dimensions, matrix, threads } = vectors;
  if (spec.kind === 'nearest' && matrix) {
    const kept = spec.dimensions ?? dimensions;
    if (kept === dimensions) return { search: exactSearcher(vectors, spec.metric), bytes: rows.byteLength };
    const cut = shortenedFor(spec, dimensions);
    const short = openKernelMatrix(cut(rows), kept);
    if (short) {
      const index = openNear(short, spec.metric, threads);
      const bytes = bytesSearched(spec, rows.length / dimensions, dimensions);
      return { search: (queries, depth) => index.search(cut(queries), depth, clock), bytes };
    }
  }
  if (spec.kind === 'quantised' && spec.precision === 'int8' && matrix) {
    const index = openBytes(matrix, spec, threads);
    return {
      search: (queries, depth) => index.search(queries, depth, clock),
      bytes: bytesSearched(spec, rows.length / dimensions, dimensions),
    };
  }
  const { search, bytes } = openVectors(rows, dimensions, spec);
  return { search: async (queries, depth) => search(queries, depth, clock), bytes };
}
