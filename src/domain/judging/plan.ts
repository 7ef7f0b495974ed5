import type { Json, QueryId } from '../../base/types';

/** What earlier versions judged by: passages that were drawn, or those that could move a difference most. */
export type RetiredQueue = 'passages' | 'informative';

/** Questions are judged in random order. Kept with the first judgment, so that a reload loses nothing. */
export interface JudgingPlan {
  /** Another one of a plan that an earlier version kept, until something is judged. */
  readonly queue: 'questions' | RetiredQueue;
  /** The order of questions is a hash with it. It is chosen by chance before anything is judged, and stays. */
  readonly seed: string;
  readonly measure: string;
  readonly depth: number;
  readonly systems: readonly string[];
  readonly pair: readonly [string, string];
  /** Completely judged questions in order: those before the first gap are a random sample. */
  readonly completed: readonly QueryId[];
  /** Questions that came with judgments, which count from the start; absent where an earlier version kept the plan. */
  readonly given?: readonly QueryId[];
  /** What an earlier version kept of a queue that is gone, as it was. */
  readonly retired?: RetiredPlan;
}

export interface RetiredPlan {
  readonly queue: RetiredQueue;
  readonly sample?: Json;
  readonly drawn?: Json;
}

/** The part of a plan that only earlier versions can follow; null where there is none. */
export function retiredPlan(plan: JudgingPlan & Omit<RetiredPlan, 'queue'>): RetiredPlan | null {
  const { queue, sample, drawn, retired } = plan;
  if (retired) return retired;
  if (queue === 'questions') return null;
  return { queue, ...(sample === undefined ? {} : { sample }), ...(drawn === undefined ? {} : { drawn }) };
}
