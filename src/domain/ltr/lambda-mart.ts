import { byScore, discounts, type Gain, gainsOf, idealDcg, candidateNdcg } from './gain';
import { checkTrainingData, rowCount, selectQuestions, type TrainingData } from './matrix';
import type { TreesModel } from './model';
import { type Derivatives, addTree, growTree, type RegressionTree } from './regression-tree';
import { Random } from '../statistics/random';
import { binFeatures } from './bins';
import { seededOrder } from './folds';
import { checkOptions, type LambdaMartOptions } from './learned-spec';
import { checkSomethingToLearn, type TrainingStep } from './training';

export interface LambdaOptions {
  readonly gain: Gain;
  readonly truncation: number;
  readonly sigmoid: number;
  readonly normalise: boolean;
}

interface QuestionRows {
  readonly from: number;
  readonly to: number;
  readonly ideal: number;
}

/**
 * LambdaRank for scores s. For rows i and j with label i > label j, one of them among the first `truncation`: ρ = 1 /
 * (1 + exp(σ (s_i − s_j))), Δ = |gain_i − gain_j| · |discount_i − discount_j| / ideal DCG at the truncation, gradient_i
 * −= σ Δ ρ, gradient_j += σ Δ ρ, both hessians += σ² Δ ρ (1 − ρ). `normalise` divides Δ by .01 + |s_i − s_j| (unless
 * all scores are equal), and scales a question by log2(1 + S) / S, S the sum of |gradients| over its pairs. Burges,
 * MSR-TR-2010-82, sections 4 and 7; `LambdarankNDCG` of LightGBM 4.
 */
export function lambdaGradients(
  data: TrainingData,
  options: LambdaOptions,
): (scores: Float64Array, into: Derivatives) => void {
  const { offsets, labels } = data;
  const gains = gainsOf(labels, options.gain);
  const questions = Array.from(data.questions, (_, q) => ({ from: offsets[q]!, to: offsets[q + 1]! }));
  const discount = discounts(questions.reduce((longest, { from, to }) => Math.max(longest, to - from), 0));
  const learnable = questions
    .map(({ from, to }): QuestionRows => ({ from, to, ideal: idealDcg(gains, from, to, options.truncation, discount) }))
    .filter(({ ideal }) => ideal > 0);
  return (scores, into) => {
    into.gradients.fill(0);
    into.hessians.fill(0);
    for (const question of learnable) addQuestion(question, scores, gains, discount, options, into);
  };
}

function addQuestion(
  { from, to, ideal }: QuestionRows,
  scores: Float64Array,
  gains: Float64Array,
  discount: Float64Array,
  { truncation, sigmoid, normalise }: LambdaOptions,
  { gradients, hessians }: Derivatives,
): void {
  const rows = byScore(scores, from, to);
  const damped = normalise && scores[rows[0]!] !== scores[rows[rows.length - 1]!];
  let sum = 0;
  for (let i = 0; i < Math.min(truncation, rows.length - 1); i++) {
    const upper = rows[i]!;
    const [upperGain, upperScore] = [gains[upper]!, scores[upper]!];
    for (let j = i + 1; j < rows.length; j++) {
      const lower = rows[j]!;
      const gap = upperGain - gains[lower]!;
      if (gap === 0) continue;
      const distance = upperScore - scores[lower]!;
      let delta = (Math.abs(gap) * (discount[i]! - discount[j]!)) / ideal;
      if (damped) delta /= 0.01 + distance;
      // The better document is above, with a lead of `distance`, or below, with that arrears.
      const wrong = 1 / (1 + Math.exp(gap > 0 ? sigmoid * distance : -sigmoid * distance));
      const lambda = sigmoid * delta * wrong;
      const curvature = sigmoid * lambda * (1 - wrong);
      gradients[upper]! -= gap > 0 ? lambda : -lambda;
      gradients[lower]! += gap > 0 ? lambda : -lambda;
      hessians[upper]! += curvature;
      hessians[lower]! += curvature;
      sum += 2 * lambda;
    }
  }
  if (!normalise || sum === 0) return;
  const factor = Math.log2(1 + sum) / sum;
  for (let row = from; row < to; row++) {
    gradients[row]! *= factor;
    hessians[row]! *= factor;
  }
}

export interface LambdaMartTraining {
  readonly model: TreesModel;
  /** nDCG of the held-out questions after each round that was made; null without early stopping. */
  readonly validation: readonly number[] | null;
  readonly heldOut: number;
}

/**
 * Stops before `rounds` where no split gains. Burges, MSR-TR-2010-82; Ke et al., “LightGBM”, NIPS 2017. Unlike it:
 * double precision, no bin of 0, rows of a side estimated without rounding, another generator of bags. @throws
 * {RangeError} for data or options that are not valid, or where no candidates of a question differ in grade
 */
export function* trainLambdaMart(
  data: TrainingData,
  options: LambdaMartOptions,
): Generator<TrainingStep, LambdaMartTraining> {
  checkOptions(options);
  checkTrainingData(data);
  const { training, held } = withheld(data, options);
  checkSomethingToLearn(training);
  const binned = binFeatures(training, options.bins, options.minRowsInBin);
  const derive = lambdaGradients(training, options);
  const rows = rowCount(training);
  const scores = new Float64Array(rows);
  const derivatives = { gradients: new Float64Array(rows), hessians: new Float64Array(rows) };
  const bag = bags(rows, options);
  const stopping = held && new Stopping(held, options);
  const trees: RegressionTree[] = [];
  for (let round = 0; round < options.rounds; round++) {
    derive(scores, derivatives);
    const tree = growTree(binned, bag(round), derivatives, options, options.learningRate);
    if (!tree) break;
    trees.push(tree);
    addTree(tree, training.values, training.names.length, scores);
    const stop = stopping?.after(tree);
    yield { step: round + 1, most: options.rounds };
    if (stop) break;
  }
  const kept = stopping ? trees.slice(0, stopping.best) : trees;
  return {
    model: { schema: 1, kind: 'lambda-mart', features: [...data.names], trees: kept },
    validation: stopping ? stopping.values : null,
    heldOut: held ? held.questions.length : 0,
  };
}

function withheld(data: TrainingData, options: LambdaMartOptions) {
  if (!options.earlyStopping) return { training: data, held: null };
  const order = seededOrder(data.questions, options.seed);
  const size = Math.max(1, Math.round(order.length * options.earlyStopping.share));
  const part = (from: number, to?: number) =>
    selectQuestions(
      data,
      order.slice(from, to).sort((a, b) => a - b),
    );
  return { training: part(size), held: part(0, size) };
}

function bags(rows: number, { bagging, seed }: LambdaMartOptions): (round: number) => Int32Array {
  const all = Int32Array.from({ length: rows }, (_, row) => row);
  if (!bagging) return () => all;
  const random = new Random(seed);
  const words = new Uint32Array(rows);
  const limit = bagging.share * 2 ** 32;
  let bag = all;
  return (round) => {
    if (round % bagging.every !== 0) return bag;
    random.fill(words);
    return (bag = all.filter((row) => words[row]! < limit));
  };
}

class Stopping {
  readonly values: number[] = [];
  best = 0;
  readonly #scores: Float64Array;
  readonly #ndcg: (scores: Float64Array) => number;

  constructor(
    readonly held: TrainingData,
    readonly options: LambdaMartOptions,
  ) {
    if (!held.labels.some((label) => label > 0))
      throw new RangeError('no question that is held out for early stopping has a relevant candidate');
    this.#scores = new Float64Array(rowCount(held));
    this.#ndcg = candidateNdcg(held, options.earlyStopping!.cutoff, options.gain);
  }

  after(tree: RegressionTree): boolean {
    addTree(tree, this.held.values, this.held.names.length, this.#scores);
    const value = this.#ndcg(this.#scores);
    this.values.push(value);
    if (this.best === 0 || value > this.values[this.best - 1]!) this.best = this.values.length;
    return this.values.length - this.best >= this.options.earlyStopping!.patience;
  }
}
