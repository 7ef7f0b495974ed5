import { detectableDifference, questionsToDetect } from './read-once';

/**
 * Standard deviation between two systems of their per-question differences in nDCG@10, before any result is there: the median
 * over pairs of systems is .14 to .15 on four collections of five, and .23 on the fifth (see docs/generated-questions.md).
 */
export const TYPICAL_DEVIATION = 0.15;

/** What a set of questions can show before it was run. */
export interface SetOutlook {
  /** The smallest difference that is found four times in five; Infinity for no question. */
  readonly detectable: number;
  /** Questions to add before that is the margin; 0 where it is. */
  readonly further: number;
}

/** @throws {RangeError} for a margin that is not above 0 */
export function outlookOf(questions: number, margin: number, deviation = TYPICAL_DEVIATION): SetOutlook {
  return {
    detectable: detectableDifference(deviation, questions),
    further: Math.max(0, questionsToDetect(deviation, margin) - questions),
  };
}
