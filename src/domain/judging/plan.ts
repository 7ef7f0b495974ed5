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
  readonly measure: string;
  readonly depth: number;
  readonly systems: readonly string[];
  /** Highest grade that can be given. */
  readonly maxGrade: number;
  readonly questions: readonly DrawnQuestion[];
}

/** Which passages are judged, and which figure is honest for them: each queue has one of its own. */
export type JudgingQueue =
  /** Questions in random order, each completed before it counts: a confidence sequence. */
  | 'questions'
  /** Some passages of each question, drawn with known probabilities: estimates, and a confidence sequence of them. */
  | 'passages'
  /** What can move the difference most comes first, so that what is judged is no sample: bounds. */
  | 'informative';

/** Passages of a question that can be drawn. */
export const SAMPLES = [3, 6, 10] as const;

/**
 * How a collection is judged. Kept with the first judgment: the evidence is a function of pools, judgments and this plan, so
 * that a reload, another tab or a change of the queue loses nothing.
 */
export interface JudgingPlan {
  readonly queue: JudgingQueue;
  /** The order of questions is a hash with it. It is chosen by chance before anything is judged, and stays. */
  readonly seed: string;
  readonly measure: string;
  /** How many passages of each list are in the pool of a question. */
  readonly depth: number;
  readonly systems: readonly string[];
  readonly pair: readonly [string, string];
  /** Passages that are drawn of each question, where they are drawn. */
  readonly sample: number;
  /** Which passages that are; absent before any were drawn. */
  readonly drawn?: DrawnPassages;
  /**
   * Questions of which every passage of this plan was judged when judging last saw them, in the order in which they count:
   * those before the first that is not here are a random sample of all.
   */
  readonly completed: readonly QueryId[];
}
