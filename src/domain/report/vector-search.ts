/**
 * What a search of vectors that are shortened or quantised, or an approximate one, costs and loses, beside exact search by
 * the same metric over the whole vectors, for the same questions on the same machine.
 */
export interface VectorSearchReport {
  /** Which retriever of its system it is, from 1. */
  readonly retriever: number;
  /** Length of the lists that are compared. */
  readonly depth: number;
  /** Questions, or texts that were asked in their place, over which means are taken. */
  readonly questions: number;
  /** Share of the nearest that are found, of equal scores any: of the first 10 among 10, and of whole lists. */
  readonly recallAt10: number;
  readonly recallAtDepth: number;
  /** Of what is searched, and of the whole vectors with single precision. */
  readonly bytes: number;
  readonly exactBytes: number;
  /** Means; the embedding of questions is in neither. */
  readonly queryMilliseconds: number;
  readonly exactQueryMilliseconds: number;
  /** To make ready what is searched, the embedding of passages not counted. */
  readonly buildMilliseconds: number;
}
