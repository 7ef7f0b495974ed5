import type { QueryId } from '../../base/types';
import type { DrawnPassages } from './drawn-passages';

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
  /** Ids of the systems whose lists are pooled. */
  readonly systems: readonly string[];
  /** Ids of the systems that are compared. */
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
