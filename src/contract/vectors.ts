import type { VectorSearchSpec } from '../domain/spec/retrievers';
import type { TimedRankings } from './rankings';

/** Exact vector search in a worker. */
export interface VectorsApi {
  /** @param input.vectors row-major; its buffer is taken over */
  open(input: { vectors: Float32Array; dimensions: number }): Promise<void>;
  /** The `depth` best rows for each question, as the spec says, ties by lower position. */
  search(input: { queries: Float32Array; depth: number; spec: VectorSearchSpec }): Promise<TimedRankings>;
}
