import { foldsOf } from '../ltr/folds';
import { mean } from '../measures/aggregate';
import { DEFAULT_SEED } from '../statistics/defaults';
import { type Better, Choices, objectiveOf } from './choices';
import { type Figure, figureOf, heldOutFigure } from './figure';
import { weightGrid, weightSteps } from './grid';
import { FOLDS, type FusionLab } from './lab';
import { bestOf, type LabStep } from './map';
import { weightsFor } from '../fusion/engines/nearest';
import { type LabSetting, METHODS } from '../fusion/method-settings';
import { questionFeatures, type QuestionFeatures } from './question-features';
import { predictRidge, type RidgeData, trainRidge } from './ridge';

/** Penalties that an inner cross-validation chooses from; with Infinity every question gets the same weights. */
const PENALTIES = [Infinity, 10, 1, 0.1, 0.01] as const;

export interface PerQuestionRequest {
  readonly base: LabSetting;
  readonly measure: string;
  readonly baseline: string;
}

export interface PerQuestion {
  readonly measure: string;
  readonly baseline: { readonly system: string; readonly mean: number };
  readonly folds: number;
  readonly candidates: number;
  readonly features: readonly string[];
  /** Weights of a model that was not trained on the question. */
  readonly heldOut: Figure;
  /** Against the weights that are best for all training questions alike, by the same folds. */
  readonly overFixed: Figure;
  readonly fixed: Figure;
  /** Trained on all questions and measured on the same ones. */
  readonly optimistic: Figure;
  /** The penalty that was chosen without each fold. */
  readonly penalties: readonly number[];
  /** By list: the mean, lowest and highest weight that held-out questions got. */
  readonly weights: readonly { readonly mean: number; readonly least: number; readonly most: number }[];
  /** By question, the held-out value. */
  readonly values: Float64Array;
}

/**
 * Per-question weights: a ridge regression predicts, from features of the question and of its lists, what each
 * weighting of a grid would score, and the best of these is taken. It learns from the score of every weighting instead
 * of from the best one, which is no single point: most questions are as well off over half of the grid.
 *
 * For each fold the model, its penalty (by an inner cross-validation) and the standardisation of its features are
 * learned from the other folds. It is compared with the weights that are best for all of these questions alike, which
 * is what the model gives where features predict nothing. Yields after each weighting is scored and each model trained.
 *
 * @throws {RangeError} for a method without weights, fewer questions than folds need, or a measure without a better end
 */
export function* perQuestionWeights(
  lab: FusionLab,
  { base, measure, baseline }: PerQuestionRequest,
): Generator<LabStep, PerQuestion> {
  const better = objectiveOf(measure);
  const lists = base.weights.length;
  if (!METHODS[base.method].weights || lists < 2) throw new RangeError(`“${base.method}” has no weights to give`);
  const { folds } = lab;
  const grid = weightGrid(lists, weightSteps(lists));
  const choices = new Choices(folds, better);
  const of = grid.length + FOLDS + 1;
  for (const weights of grid) {
    choices.add(lab.rounded({ ...base, weights: weightsFor(base.method, weights) }, measure));
    yield { done: choices.rows.length, of };
  }
  const features = questionFeatures(
    lab.questions,
    lab.input.lists.map(({ id }) => id),
  );
  const task = new QuestionTask(
    choices,
    features,
    lab.questions.map(({ id }) => id),
    better,
  );
  const given = new Int32Array(folds.length).fill(-1);
  const penalties: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const training = task.usable.filter((q) => folds[q] !== fold);
    const penalty = task.penaltyFor(training);
    penalties.push(penalty);
    task.give(
      training,
      penalty,
      task.usable.filter((q) => folds[q] === fold),
      given,
    );
    yield { done: grid.length + fold + 1, of };
  }
  const all = new Int32Array(folds.length).fill(-1);
  task.give(task.usable, task.penaltyFor(task.usable), task.usable, all);
  const against = lab.baseline(baseline, measure);
  const [values, fixed] = [task.valuesOf(given), choices.heldOut().values];
  return {
    measure,
    baseline: { system: baseline, mean: mean(against) },
    folds: FOLDS,
    candidates: grid.length,
    features: features.names,
    heldOut: heldOutFigure(values, against, FOLDS),
    overFixed: heldOutFigure(values, fixed, FOLDS),
    fixed: heldOutFigure(fixed, against, FOLDS),
    optimistic: figureOf(task.valuesOf(all), against, lab.resamples),
    penalties,
    weights: spreadOf(
      task.usable.map((q) => grid[given[q]!]!),
      lists,
    ),
    values,
  };
}

class QuestionTask {
  readonly usable: readonly number[];
  private readonly data: RidgeData;

  constructor(
    private readonly choices: Choices,
    features: QuestionFeatures,
    private readonly ids: Parameters<typeof foldsOf>[0],
    private readonly better: Better,
  ) {
    const outputs = choices.rows.length;
    const targets = new Float64Array(ids.length * outputs);
    choices.rows.forEach((row, c) => row.forEach((value, q) => (targets[q * outputs + c] = value)));
    this.data = { features: features.values, width: features.names.length, targets, outputs };
    this.usable = ids.flatMap((_, q) => (Number.isNaN(choices.rows[0]![q]!) ? [] : [q]));
  }

  /** Trains on some questions, and writes the candidate of each other one into `given`. */
  give(training: readonly number[], penalty: number, others: readonly number[], given: Int32Array): void {
    const model = trainRidge(this.data, training, penalty);
    const { features, width } = this.data;
    for (const q of others)
      given[q] = bestOf(predictRidge(model, features.subarray(q * width, (q + 1) * width)), this.better);
  }

  /** The penalty whose models do best on questions within `training` that they were not trained on. */
  penaltyFor(training: readonly number[]): number {
    const inner = foldsOf(
      training.map((q) => this.ids[q]!),
      FOLDS,
      DEFAULT_SEED + 1,
    );
    const means = PENALTIES.map((penalty) => {
      const given = new Int32Array(this.ids.length).fill(-1);
      for (let fold = 0; fold < FOLDS; fold++) {
        const kept = training.filter((_, i) => inner[i] !== fold);
        const left = training.filter((_, i) => inner[i] === fold);
        this.give(kept, penalty, left, given);
      }
      return mean(this.valuesOf(given));
    });
    // Of equal ones the first, which is the one that holds back most.
    return PENALTIES[bestOf(Float64Array.from(means), this.better)]!;
  }

  /** NaN where no candidate was given. */
  valuesOf(given: Int32Array): Float64Array {
    return Float64Array.from(given, (candidate, q) => (candidate < 0 ? NaN : this.choices.rows[candidate]![q]!));
  }
}

function spreadOf(given: readonly (readonly number[])[], lists: number): PerQuestion['weights'] {
  return Array.from({ length: lists }, (_, list) => {
    const own = given.map((weights) => weights[list]!);
    return {
      mean: own.reduce((sum, weight) => sum + weight, 0) / own.length,
      least: Math.min(...own),
      most: Math.max(...own),
    };
  });
}
