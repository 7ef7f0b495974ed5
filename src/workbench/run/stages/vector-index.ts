import { HitrateError, type VectorSource } from '../../../contract/errors';
import type { FoundVectors } from '../../../contract/workers';
import type { VectorSearchSpec } from '../../../domain/retrieval/dense/vector-search-spec';
import type { StageContext } from '../stage-context';
import type { Embedded } from './vector-table';

/** Vectors that are ready to be searched in their worker. */
export interface VectorIndex {
  /** Time to make them ready, once they are there. */
  readonly buildMilliseconds: number;
  search(queries: Float32Array, depth: number): Promise<FoundVectors>;
}

/**
 * Hands vectors to their worker and makes ready what is searched there.
 *
 * @param vectors row-major, `dimensions` wide; its buffer is taken over, unless they lie in a memory that is shared
 * @param source where they come from
 * @throws {HitrateError} `spec-invalid` where the spec asks for more dimensions than there are
 */
export async function openVectorIndex(
  { ports, signal, tracker }: Pick<StageContext, 'ports' | 'signal' | 'tracker'>,
  { vectors, memory, dimensions }: Pick<Embedded, 'vectors' | 'memory' | 'dimensions'>,
  spec: VectorSearchSpec,
  source: VectorSource,
): Promise<VectorIndex> {
  if ((spec.dimensions ?? 0) > dimensions)
    throw new HitrateError('system-dimensions', { asked: spec.dimensions!, dimensions, vectors: source });
  const worker = ports.vectors.with(signal);
  tracker.say('preparing-vectors', null);
  await worker.open({ vectors, dimensions, ...(memory && { memory }) });
  const buildMilliseconds = await worker.build(spec);
  tracker.saidAll();
  return { buildMilliseconds, search: (queries, depth) => worker.search({ queries, depth, spec }) };
}

/** Some rows of a row-major matrix, in that order. @param picked where they are written */
export function pickRows(
  matrix: Float32Array,
  dimensions: number,
  rows: readonly number[],
  picked: Float32Array = new Float32Array(rows.length * dimensions),
): Float32Array {
  rows.forEach((row, to) => picked.set(matrix.subarray(row * dimensions, (row + 1) * dimensions), to * dimensions));
  return picked;
}
