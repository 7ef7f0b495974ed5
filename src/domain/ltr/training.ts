import type { TrainingData } from './matrix';

export interface TrainingStep {
  readonly step: number;
  readonly most: number;
}

/** @throws {RangeError} where no question has candidates of different grades: every order is then as good */
export function checkSomethingToLearn({ questions, offsets, labels }: TrainingData): void {
  for (let q = 0; q < questions.length; q++)
    for (let row = offsets[q]! + 1; row < offsets[q + 1]!; row++) if (labels[row] !== labels[row - 1]) return;
  throw new RangeError('there is nothing to learn: no question has candidates of different grades');
}

export function* mapSteps<From, To, Result>(
  training: Generator<From, Result>,
  map: (step: From) => To,
): Generator<To, Result> {
  for (;;) {
    const next = training.next();
    if (next.done) return next.value;
    yield map(next.value);
  }
}

export function finish<Step, Result>(training: Generator<Step, Result>, onStep?: (step: Step) => void): Result {
  for (;;) {
    const next = training.next();
    if (next.done) return next.value;
    onStep?.(next.value);
  }
}
