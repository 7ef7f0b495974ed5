import { studentCritical } from '../statistics/distributions/beta';
import type { Interval } from '../statistics/types';

export interface PredictionPoweredInput {
  /** Per-question values (or differences of two systems) by human judgments, of n questions drawn at random. */
  readonly human: Float64Array;
  /** Of the same questions, by automatic judgments. */
  readonly automatic: Float64Array;
  /** By automatic judgments, of all N questions, those n among them. */
  readonly all: Float64Array;
  readonly alpha: number;
}

export interface PredictionPowered {
  readonly mean: number;
  /** λ: share of the automatic differences that is taken for true; 0 takes human judgments alone. */
  readonly weight: number;
  /** Of the mean over the N questions, as if a person had judged them all. */
  readonly interval: Interval;
  /** Of the mean over all questions of which the N are a sample: wider, as N is finite. */
  readonly populationInterval: Interval;
  /** Questions judged by people alone that would give an interval as narrow: from n to N. */
  readonly worth: number;
}

/**
 * Mean by few human and many automatic judgments, with an interval that is valid however bad the judge is; to be read
 * once. mean(d) − λ · (mean(d̂) − mean of d̂ over all), whose second term has mean 0 in a random sample for any λ. The
 * λ with the least variance is Cov(d, d̂) / Var(d̂); it is kept within 0 and 1.
 *
 * Angelopoulos, Bates, Fannjiang, Jordan and Zrnic, “Prediction-powered inference”, Science 2023; λ of Angelopoulos,
 * Duchi and Zrnic, “PPI++”, 2023, whose unlabelled sample are the N − n other questions: their λ is this one times
 * (N − n) / N. The variance about the mean of the N questions is (1/n − 1/N) · Var(d − λ · d̂), that of a regression
 * estimator (Cochran, “Sampling techniques”, 1977, section 7.3); about the population’s, Var(d) / N more, which is
 * the variance of PPI++. All moments are those of the judged questions. The quantile is Student’s on n − 2 degrees of
 * freedom, where theirs is normal: 50 questions are few.
 *
 * @returns null for fewer than three questions
 */
export function predictionPowered({ human, automatic, all, alpha }: PredictionPoweredInput): PredictionPowered | null {
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
    weight,
    interval: around(within),
    populationInterval: around(within + variance / total),
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
 * Solves (1/w − 1/N) = (1/n − 1/N) · ratio: with w human questions alone the variance would be the same, about the mean
 * of the N questions and of the population alike. Never fewer than n: λ = 0 is always there.
 *
 * @param ratio of the variances with and without automatic judgments
 */
const worthOf = (n: number, total: number, ratio: number): number =>
  Math.max(n, 1 / (1 / total + (1 / n - 1 / total) * Math.min(1, ratio)));

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function sumOfSquares(values: Float64Array): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}
