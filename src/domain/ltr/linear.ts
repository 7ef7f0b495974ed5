import { lbfgs, type Minimum, type Objective } from './lbfgs';
import { checkTrainingData, type FeatureMatrix, rowCount, type TrainingData } from './matrix';
import type { LinearModel } from './model';
import { checkOptions, type ListNetOptions, type RankNetOptions } from './options';
import { standardisationOf, standardise } from './standardise';
import { checkSomethingToLearn, type TrainingStep } from './training';
import { weightedSums } from './weighted-sums';

export interface LinearTraining {
  readonly model: LinearModel;
  /** What was minimised, penalty included. */
  readonly loss: number;
  /** Largest part of its gradient, by absolute value. */
  readonly gradient: number;
  readonly iterations: number;
  readonly converged: boolean;
}

/** A loss of scores, one a row: writes ∂loss/∂score over `slopes`, which are 0, and returns the loss. */
export type ScoreLoss = (scores: Float64Array, slopes: Float64Array) => number;

/**
 * Fits score = Σ w_f z_f, z being the features standardised over the training's rows, by minimising
 * loss(scores) + penalty · |w|² from w = 0 with L-BFGS. The losses here are convex and the penalty makes them strictly
 * so: the minimum is the only one, and no seed has a say.
 *
 * @throws {RangeError} for data or options that are not valid, or where no two candidates of a question differ in grade
 */
export function* trainLinear(
  data: TrainingData,
  lossOf: (data: TrainingData) => ScoreLoss,
  options: RankNetOptions | ListNetOptions,
): Generator<TrainingStep, LinearTraining> {
  checkOptions(options);
  checkTrainingData(data);
  checkSomethingToLearn(data);
  const standardisation = standardisationOf(data);
  const objective = linearObjective(data, standardise(data, standardisation), lossOf(data), options.penalty);
  const minimum = yield* steps(lbfgs(objective, new Float64Array(data.names.length), options), options.iterations);
  const { x, value, gradient, iterations, converged } = minimum;
  const model = {
    schema: 1,
    kind: options.kind,
    features: [...data.names],
    ...standardisation,
    weights: [...x],
  } as const;
  return { model, loss: value, gradient, iterations, converged };
}

/** loss(Z w) + penalty · |w|², as a function of w. @param standardised Z, rows × features */
export function linearObjective(
  matrix: FeatureMatrix,
  standardised: Float64Array,
  loss: ScoreLoss,
  penalty: number,
): Objective {
  const width = matrix.names.length;
  const scores = new Float64Array(rowCount(matrix));
  const slopes = new Float64Array(scores.length);
  return (weights, gradient) => {
    weightedSums(standardised, weights, scores);
    slopes.fill(0);
    let value = loss(scores, slopes);
    for (let f = 0; f < width; f++) {
      value += penalty * weights[f]! ** 2;
      gradient[f] = 2 * penalty * weights[f]!;
    }
    for (let row = 0, at = 0; row < slopes.length; row++) {
      const slope = slopes[row]!;
      for (let f = 0; f < width; f++, at++) gradient[f]! += slope * standardised[at]!;
    }
    return value;
  };
}

function* steps(search: Generator<number, Minimum>, most: number): Generator<TrainingStep, Minimum> {
  for (;;) {
    const next = search.next();
    if (next.done) return next.value;
    yield { step: next.value, most };
  }
}
