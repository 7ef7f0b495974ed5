import type { Prediction } from './types';

export interface EffortInput {
  /** Questions that exist, judged or not. */
  readonly existing: number;
  readonly completed: number;
  /** Judgments that a question takes; null where that is unknown. */
  readonly judgmentsPerQuestion: number | null;
  /** Median time of a judgment; NaN or null before one was timed. */
  readonly milliseconds: number | null;
}

/** What a prediction asks of a person; every figure is at least, at most a range like the prediction’s. */
export interface Effort {
  /** Questions still to judge. */
  readonly questions: Range;
  /** Of them, those that have to be written first. */
  readonly toWrite: Range;
  readonly judgments: Range | null;
  readonly hours: Range | null;
}

export interface Range {
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

/** Hours that judging takes at a pace; without the writing of questions, whose pace is not known. */
export function effortOf(prediction: Prediction, input: EffortInput): Effort {
  const { existing, completed, judgmentsPerQuestion, milliseconds } = input;
  const range = (of: (questions: number) => number): Range => ({
    expected: of(prediction.questions),
    low: of(prediction.range[0]),
    high: of(prediction.range[1]),
  });
  const left = (questions: number): number => Math.max(0, questions - completed);
  const judgments = (questions: number): number => Math.ceil(left(questions) * judgmentsPerQuestion!);
  const paced = judgmentsPerQuestion !== null && milliseconds !== null && milliseconds > 0;
  return {
    questions: range(left),
    toWrite: range((questions) => Math.max(0, questions - existing)),
    judgments: judgmentsPerQuestion === null ? null : range(judgments),
    hours: paced ? range((questions) => (judgments(questions) * milliseconds) / 3_600_000) : null,
  };
}
