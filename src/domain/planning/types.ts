import type { Interval } from '../statistics/types';

/** A number of questions that is predicted, and how far it can be from that: both are whole. */
export interface Prediction {
  readonly questions: number;
  /** Infinity where it has no upper end. */
  readonly range: Interval;
}

/** What both predictions start from. */
export interface PlanningInput {
  /** System − other system, one a completed question. */
  readonly differences: Float64Array;
  /** The smallest difference that matters: the true mean difference that is assumed. */
  readonly margin: number;
}
