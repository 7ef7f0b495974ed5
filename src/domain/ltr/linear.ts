import { lbfgs, type Minimum, type Objective } from './lbfgs';
import {
  checkTrainingData,
  type FeatureMatrix,
  rowCount,
  standardisationOf,
  standardise,
  type TrainingData,
  weightedSums,
} from './matrix';
import type { LinearModel } from './model';
import { checkOptions, type ListNetOptions, type RankNetOptions } from './learned-spec';
import { checkSomethingToLearn, mapSteps, type TrainingStep } from './training';

export interface LinearTraining extends Omit<Minimum, 'x' | 'value'> {
  readonly model: LinearModel;
  readonly loss: number;
}

/** A loss of scores, one a row: writes ∂loss/∂score over `slopes`, which are 0, and returns the loss. */
export type ScoreLoss = (scores: Float64Array, slopes: Float64Array) => number;

/**
 * Score = Σ w_f z_f, z standardised, minimising loss(scores) + penalty · |w|² from w = 0 by L-BFGS: convex. @throws
 * {RangeError} for data or options that are not valid, or where no candidates of a question differ in grade
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
  const search = lbfgs(objective, new Float64Array(data.names.length), options);
  const { x, value, gradient, iterations, converged } = yield* mapSteps(search, (step) => ({
    step,
    most: options.iterations,
  }));
  const model = {
    schema: 1,
    kind: options.kind,
    features: [...data.names],
    ...standardisation,
    weights: [...x],
  } as const;
  return { model, loss: value, gradient, iterations, converged };
}

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

/** Mean of ln(1 + exp(s_lower − s_higher)) over pairs of a question whose grades differ. Burges et al., ICML 2005. */
export function rankNetLoss({ questions, offsets, labels }: TrainingData): ScoreLoss {
  // Rows by grade, highest first: the partners of a row are those behind its grade.
  const sorted = questions.map((_, q) => {
    const rows = Int32Array.from({ length: offsets[q + 1]! - offsets[q]! }, (_, i) => offsets[q]! + i);
    rows.sort((a, b) => labels[b]! - labels[a]! || a - b);
    return { rows, ends: endsOfGrades(rows, labels) };
  });
  const pairs = sorted.reduce((sum, { rows, ends }) => ends.reduce((of, end) => of + rows.length - end, sum), 0);
  return (scores, slopes) => {
    let loss = 0;
    for (const { rows, ends } of sorted) {
      for (let i = 0; i < rows.length; i++) {
        const higher = rows[i]!;
        const score = scores[higher]!;
        let pull = 0;
        for (let j = ends[i]!; j < rows.length; j++) {
          const lower = rows[j]!;
          const lead = score - scores[lower]!;
          // exp of what is not positive cannot overflow.
          const small = Math.exp(-Math.abs(lead));
          loss += Math.log1p(small) + Math.max(0, -lead);
          const wrong = (lead >= 0 ? small : 1) / (1 + small);
          pull += wrong;
          slopes[lower]! += wrong / pairs;
        }
        slopes[higher]! -= pull / pairs;
      }
    }
    return loss / pairs;
  };
}

function endsOfGrades(rows: Int32Array, labels: Float64Array): Int32Array {
  const ends = new Int32Array(rows.length).fill(rows.length);
  for (let i = rows.length - 2; i >= 0; i--) ends[i] = labels[rows[i]!] === labels[rows[i + 1]!] ? ends[i + 1]! : i + 1;
  return ends;
}

/** Cross entropy −Σ p_i ln q_i, p = softmax(grades), q = softmax(scores). Cao et al., ICML 2007, equation 4. */
export function listNetLoss({ questions, offsets, labels }: TrainingData): ScoreLoss {
  const target = new Float64Array(labels.length);
  const counted = questions
    .map((_, q) => ({ from: offsets[q]!, to: offsets[q + 1]! }))
    .filter(({ from, to }) => labels.subarray(from, to).some((label) => label > 0));
  for (const { from, to } of counted) {
    const total = logOfSum(labels, from, to);
    for (let row = from; row < to; row++) target[row] = Math.exp(labels[row]! - total);
  }
  return (scores, slopes) => {
    let loss = 0;
    for (const { from, to } of counted) {
      const total = logOfSum(scores, from, to);
      for (let row = from; row < to; row++) {
        const logOf = scores[row]! - total;
        loss -= target[row]! * logOf;
        slopes[row] = (Math.exp(logOf) - target[row]!) / counted.length;
      }
    }
    return loss / counted.length;
  };
}

function logOfSum(values: Float64Array, from: number, to: number): number {
  let most = -Infinity;
  for (let row = from; row < to; row++) if (values[row]! > most) most = values[row]!;
  let sum = 0;
  for (let row = from; row < to; row++) sum += Math.exp(values[row]! - most);
  return most + Math.log(sum);
}
