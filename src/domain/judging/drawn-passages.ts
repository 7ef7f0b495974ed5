import type { DocId, QueryId } from '../../base/types';

/** A question whose passages are drawn, as it was when its sample was planned. */
export interface DrawnQuestion {
  readonly query: QueryId;
  /** Drawn after what is known was judged: chance must not have decided it. */
  readonly seed: string;
  /** What is judged by one key, with the passages that it stands for. */
  readonly items: readonly { readonly key: string; readonly members: readonly DocId[] }[];
  /** By system, best first: the item at each rank. */
  readonly lists: readonly (readonly number[])[];
  /** Items that were judged before. */
  readonly known: readonly number[];
}

/**
 * The passages that can be drawn of each question: pools are kept as they were when the sample was planned, so that a
 * judgment counts with the chance that it was drawn with, whatever is run later.
 */
export interface DrawnPassages {
  /** By which chances were made, with the depth of the pools. */
  readonly measure: string;
  readonly depth: number;
  /** Ids of the systems whose lists were pooled. */
  readonly systems: readonly string[];
  /** Highest grade that can be given. */
  readonly maxGrade: number;
  readonly questions: readonly DrawnQuestion[];
}
