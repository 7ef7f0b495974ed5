import { studentCritical } from '../statistics/distributions/beta';
import { minus } from '../statistics/paired';
import type { Interval } from '../statistics/types';
import { CorrectedSequence } from './corrected-sequence';

export interface PredictionPoweredInput {
  /** Per-question values (or differences of two systems) by human judgments, of n questions drawn at random. */
  readonly human: Float64Array;
  /** Of the same questions, by automatic judgments. */
  readonly automatic: Float64Array;
  /** By automatic judgments, of all N questions, those n among them. */
  readonly all: Float64Array;
  readonly alpha: number;
}

/**
 * Mean by few human and many automatic judgments, valid however bad the judge is; to be read once. It is mean(d) − λ ·
 * (mean(d̂) − mean of d̂ over all), λ = Cov(d, d̂) / Var(d̂) of the judged questions, kept within 0 and 1.
 * Angelopoulos et al., “Prediction-powered inference”, Science 2023; “PPI++”, 2023, whose λ is this one times (N − n) /
 * N. The variance about the mean of the N questions is (1/n − 1/N) · Var(d − λ · d̂) (Cochran, “Sampling techniques”,
 * 1977, section 7.3); about the population’s, Var(d) / N more. The quantile is Student’s on n − 2 degrees of freedom:
 * 50 questions are few. @returns null for fewer than three questions
 */
export function predictionPowered({ human, automatic, all, alpha }: PredictionPoweredInput) {
  const [n, total] = [human.length, all.length];
  if (n < 3) return null;
  const weight = tunedWeight(human, automatic);
  const rectified = human.map((value, i) => value - weight * automatic[i]!);
  const mean = meanOf(rectified) + weight * meanOf(all);
  // Within a sample that chose λ the residuals are smaller than elsewhere: one degree of freedom more.
  const residual = sumOfSquares(rectified) / (n - 2);
  const variance = sumOfSquares(human) / (n - 1);
  const within = (1 / n - 1 / total) * residual;
  const around = (spread: number): Interval => {
    const half = studentCritical(alpha, n - 2) * Math.sqrt(spread);
    return [mean - half, mean + half];
  };
  return {
    mean,
    /** λ: share of the automatic differences that is taken for true; 0 takes human judgments alone. */
    weight,
    /** Of the mean over the N questions, as if a person had judged them all. */
    interval: around(within),
    /** Of the mean over all questions of which the N are a sample: wider, as N is finite. */
    populationInterval: around(within + variance / total),
    /** Questions judged by people alone that would give an interval as narrow: from n to N. */
    worth: worthOf(n, total, variance > 0 ? residual / variance : 1),
  };
}

/** Cov(d, d̂) / Var(d̂) of the judged questions, within 0 and 1. */
function tunedWeight(human: Float64Array, automatic: Float64Array): number {
  const [meanHuman, meanAutomatic] = [meanOf(human), meanOf(automatic)];
  const products = human.reduce((sum, d, i) => sum + (d - meanHuman) * (automatic[i]! - meanAutomatic), 0);
  const squares = sumOfSquares(automatic);
  return squares > 0 ? Math.max(0, Math.min(1, products / squares)) : 0;
}

/**
 * Solves (1/w − 1/N) = (1/n − 1/N) · ratio: w human questions alone would have the same variance. Never fewer than n,
 * as λ = 0 is always there. @param ratio of the variances with and without automatic judgments
 */
const worthOf = (n: number, total: number, ratio: number): number =>
  Math.max(n, 1 / (1 / total + (1 / n - 1 / total) * Math.min(1, ratio)));

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function sumOfSquares(values: Float64Array): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

export interface CorrectedSystemsInput {
  /** Values by human judgments: a row a system, the first n questions of the random order. */
  readonly human: readonly Float64Array[];
  /** Values by the judge: a row a system, all N questions in the order of judging. */
  readonly automatic: readonly Float64Array[];
  /** That a value can have at least and at most. */
  readonly range: Interval;
  readonly alpha: number;
}

export interface CorrectedDifference {
  /** Positions of the systems; the difference is first − second. */
  readonly first: number;
  readonly second: number;
  readonly mean: number;
  /** May be read at any time; null where every difference is excluded. */
  readonly interval: Interval | null;
  /** The same of the human judgments alone. */
  readonly humanInterval: Interval | null;
  /** λ: share of the automatic differences that is taken for true. */
  readonly weight: number;
  /** Questions judged by people alone that would be as good, of one look; from n to N. */
  readonly worth: number;
}

export interface JudgeBias {
  /** Mean of automatic − human values: above 0 where the judge is kinder to the system than people are. */
  readonly mean: number;
  readonly interval: Interval | null;
}

export type CorrectedSystems = ReturnType<typeof correctedSystems>;

/**
 * Systems compared over N questions, see {@link CorrectedSequence}. All pairs have α / pairs each (Bonferroni). “i is
 * best” takes i above all others at α / (m − 1): if it is false, one of m − 1 intervals with the truly best misses.
 */
export function correctedSystems(input: CorrectedSystemsInput) {
  const { human, alpha } = input;
  const questions = human[0]?.length ?? 0;
  const systems = human.map((_, position) => position);
  const pairs = systems.flatMap((first) => systems.slice(first + 1).map((second) => ({ first, second })));
  return {
    /** Judged by people. */
    questions,
    /** Every pair, first before second; all intervals hold together in 1 − α of all orders. Null below three questions. */
    differences:
      questions < 3 ? null : pairs.map((pair) => differenceOf(input, pair.first, pair.second, alpha / pairs.length)),
    /** The system that is better than every other; null while that is open. Wrong at any time in at most α of all orders. */
    best: systems.length < 2 ? null : bestOf(input, pairs),
    /** By system; each interval holds alone. */
    bias: systems.map((system) => biasOf(input, system)),
  };
}

function differenceOf(input: CorrectedSystemsInput, first: number, second: number, alpha: number): CorrectedDifference {
  const { human, all } = differencesOf(input, first, second);
  const automatic = all.subarray(0, human.length);
  const { mean, weight, worth } = predictionPowered({ human, automatic, all, alpha })!;
  const range = differenceRange(input.range);
  const interval = intervalOf(human, all, range, alpha);
  const humanInterval = intervalOf(human, new Float64Array(all.length), range, alpha);
  return { first, second, mean: within(mean, interval), interval, humanInterval, weight, worth };
}

function bestOf(input: CorrectedSystemsInput, pairs: readonly { first: number; second: number }[]): number | null {
  const systems = input.human.length;
  const wins = new Array<number>(systems).fill(0);
  for (const { first, second } of pairs) {
    const { human, all } = differencesOf(input, first, second);
    const interval = intervalOf(human, all, differenceRange(input.range), input.alpha / (systems - 1));
    if (interval && interval[0] > 0) wins[first]!++;
    if (interval && interval[1] < 0) wins[second]!++;
  }
  const best = wins.indexOf(systems - 1);
  return best < 0 ? null : best;
}

function biasOf({ human, automatic, range, alpha }: CorrectedSystemsInput, system: number): JudgeBias {
  const values = human[system]!;
  const differences = minus(automatic[system]!.subarray(0, values.length), values);
  const mean = meanOf(differences);
  const nothing = new Float64Array(automatic[system]!.length);
  return { mean, interval: intervalOf(differences, nothing, differenceRange(range), alpha) };
}

const differencesOf = ({ human, automatic }: CorrectedSystemsInput, first: number, second: number) => ({
  human: minus(human[first]!, human[second]!),
  all: minus(automatic[first]!, automatic[second]!),
});

function intervalOf(human: Float64Array, automatic: Float64Array, range: Interval, alpha: number): Interval | null {
  const sequence = new CorrectedSequence({ range, alpha, automatic });
  for (const value of human) sequence.add(value);
  return sequence.interval;
}

const differenceRange = ([low, high]: Interval): Interval => [low - high, high - low];

/** The estimate of one look may lie outside what all looks together leave. */
const within = (mean: number, interval: Interval | null): number =>
  interval ? Math.max(interval[0], Math.min(interval[1], mean)) : mean;
