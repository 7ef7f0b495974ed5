import type { AgainstExact } from '../domain/retrieval/dense/against-exact';
import type { VectorSearchSpec } from '../domain/retrieval/dense/vector-search-spec';
import type { TimedRankings } from './rankings';

/** What a search found, and how near that is to exact search. */
export interface FoundVectors extends TimedRankings {
  /** Null where the search is exact, or looks for something else than the nearest. */
  readonly exact: VectorsAgainstExact | null;
}

/** By question, over those of one search. */
export interface VectorsAgainstExact extends AgainstExact {
  /** Of what is searched, and of the whole vectors. */
  readonly bytes: number;
  readonly exactBytes: number;
}

/** Vector search in a worker. */
export interface VectorsApi {
  /** @param input.vectors row-major; its buffer is taken over */
  open(input: { vectors: Float32Array; dimensions: number }): Promise<void>;
  /**
   * Makes ready what the spec searches: ranges and codes of quantised vectors, a graph. A search does that by itself where
   * it was not asked for; here it is timed.
   *
   * @param progress told how many rows are ready, where that takes long: for a graph
   * @returns milliseconds
   */
  build(spec: VectorSearchSpec, progress: (ready: number) => void): Promise<number>;
  /**
   * The `depth` best rows for each question, as the spec says, ties by lower position. Where that stands in for exact
   * search, exact search runs too, and its time is not in that of the questions.
   */
  search(input: { queries: Float32Array; depth: number; spec: VectorSearchSpec }): Promise<FoundVectors>;
}
