import type { TimedRankings } from './rankings';

/** Exact vector search in a worker. */
export interface VectorsApi {
  /** @param input.vectors row-major, normalised; its buffer is taken over */
  open(input: { vectors: Float32Array; dimensions: number }): Promise<void>;
  /** The `depth` rows of highest dot product for each question, ties by lower position. */
  search(input: { queries: Float32Array; depth: number }): Promise<TimedRankings>;
}
