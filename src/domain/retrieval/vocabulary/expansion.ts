/** A term that is searched beside, or for, a term of a question. */
export interface Replacement {
  readonly term: string;
  /** Above 0, at most 1: what it counts, where the term of the question counts 1. */
  readonly weight: number;
}

/** What each term of a question is expanded with, best first; only terms for which there is something. */
export type Expansions<R extends Replacement = Replacement> = ReadonlyMap<string, readonly R[]>;
