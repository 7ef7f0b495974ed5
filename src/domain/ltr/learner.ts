import { type LambdaMartTraining, trainLambdaMart } from './lambda-mart';
import { type LinearTraining, trainListNet, trainRankNet } from './linear';
import type { TrainingData } from './matrix';
import type { LearnerKind, LearnerOptions } from './options';
import type { TrainingStep } from './training';

/** A model, and how its training went. */
export type Training = LambdaMartTraining | LinearTraining;

type Learners = {
  readonly [Kind in LearnerKind]: (
    data: TrainingData,
    options: Extract<LearnerOptions, { kind: Kind }>,
  ) => Generator<TrainingStep, Training>;
};

const learners: Learners = {
  'lambda-mart': trainLambdaMart,
  'rank-net': trainRankNet,
  'list-net': trainListNet,
};

/**
 * Yields after each round or step.
 * @throws {RangeError} for data or options that are not valid, or where no two candidates of a question differ in grade
 */
export function train(data: TrainingData, options: LearnerOptions): Generator<TrainingStep, Training> {
  // The compiler cannot see that learner and options have the same kind.
  const learner = learners[options.kind] as (
    data: TrainingData,
    options: LearnerOptions,
  ) => Generator<TrainingStep, Training>;
  return learner(data, options);
}
