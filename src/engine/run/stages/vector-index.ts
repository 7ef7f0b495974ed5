import { HitrateError } from '../../../contract/errors';
import type { FoundVectors } from '../../../contract/workers';
import type { VectorSearchSpec } from '../../../domain/retrieval/dense/vector-search-spec';
import type { StageContext } from '../stage-context';

/** Vectors that are ready to be searched in their worker. */
export interface VectorIndex {
  /** Time to make them ready, once they are there. */
  readonly buildMilliseconds: number;
  search(queries: Float32Array, depth: number): Promise<FoundVectors>;
}

/**
 * Hands vectors to their worker and makes ready what is searched there.
 *
 * @param vectors row-major, `dimensions` wide; its buffer is taken over
 * @param whose what they are vectors of, as a person knows it
 * @throws {HitrateError} `spec-invalid` where the spec asks for more dimensions than there are
 */
export async function openVectorIndex(
  { ports, signal, tracker }: Pick<StageContext, 'ports' | 'signal' | 'tracker'>,
  { vectors, dimensions }: { readonly vectors: Float32Array; readonly dimensions: number },
  spec: VectorSearchSpec,
  whose: string,
): Promise<VectorIndex> {
  if ((spec.dimensions ?? 0) > dimensions)
    throw new HitrateError(
      'spec-invalid',
      `A system searches the first ${spec.dimensions} numbers of each vector, and the vectors of ${whose} have ${dimensions}. Choose ${dimensions} dimensions or fewer.`,
    );
  const worker = ports.vectors.with(signal);
  const rows = (vectors.length / dimensions).toLocaleString('en');
  tracker.say('Making the vectors ready to be searched');
  await worker.open({ vectors, dimensions });
  let isBuilt = false;
  const buildMilliseconds = await worker.build(spec, (ready) => {
    // A word of progress may come later than the answer.
    if (!isBuilt) tracker.say(`Linking vectors to near ones: ${ready.toLocaleString('en')} of ${rows}`);
  });
  isBuilt = true;
  tracker.say(null);
  return { buildMilliseconds, search: (queries, depth) => worker.search({ queries, depth, spec }) };
}
