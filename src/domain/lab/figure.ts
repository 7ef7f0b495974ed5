import { mean } from '../measures/score';
import { intervalsOf, columnsOf } from '../statistics/bootstrap';
import { studentCritical } from '../statistics/distributions/beta';
import { ALPHA, minus, momentsOf, winsTiesLosses } from '../statistics/paired';
import type { PairedRows } from '../statistics/randomisation';
import type { Interval, Intervals } from '../statistics/types';
import type { Resamples } from './resamples';

export type LabDifference = ReturnType<typeof differenceOf>;

export function paired(first: Float64Array, second: Float64Array): PairedRows {
  const isShared = (_: number, q: number): boolean => !Number.isNaN(first[q]) && !Number.isNaN(second[q]);
  if (first.every(isShared)) return { first, second };
  return { first: first.filter(isShared), second: second.filter(isShared) };
}

export function differenceOf({ first, second }: PairedRows) {
  const differences = minus(first, second);
  const { wins: higher, ties: same, losses: lower } = winsTiesLosses(differences);
  return {
    questions: first.length,
    mean: momentsOf(differences).mean,
    /** Questions where the fusion has the higher value, whether or not higher is better. */
    higher,
    same,
    lower,
  };
}

/** Bootstraps 95 % intervals of the mean difference, as `compare` does; they are null for fewer than two questions. */
export function intervalsOfDifference({ first, second }: PairedRows, resamples: Resamples): Intervals {
  if (first.length < 2) return { percentile: null, bca: null };
  const columns = columnsOf([first, second]);
  const { unit, questions } = columns;
  const resampled = resamples.differences(columns).map((sum) => (sum * unit) / questions);
  return intervalsOf(minus(first, second), resampled, 2 * unit);
}

interface HeldOut {
  readonly mean: number;
  readonly independent: number;
}

/**
 * The 95 % interval of a mean difference held out by cross-validation: the mean ± t on n − 1 degrees of freedom times
 * the standard error. The variance is that of {@link NestedError} where it was run, kept between that of n independent
 * differences times 1 + 1/(K − 1) (Nadeau and Bengio, “Inference for the generalization error”, 2003) and K times the
 * uncorrected one (Bates et al. 2024). @returns null for fewer than two questions
 */
export function heldOutInterval(
  { mean, independent }: HeldOut,
  questions: number,
  folds: number,
  meanSquared: number | null,
): Interval | null {
  if (questions < 2) return null;
  const corrected = independent * (1 + 1 / (folds - 1));
  const variance = Math.max(corrected, Math.min(meanSquared ?? 0, folds * independent));
  const reach = studentCritical(ALPHA, questions - 1) * Math.sqrt(variance);
  return [mean - reach, mean + reach];
}

export type Figure = ReturnType<typeof figureOf>;

/** Of questions that the choice was made on: the BCa bootstrap's interval. Values have twelve significant digits. */
export function figureOf(values: Float64Array, against: Float64Array, resamples: Resamples) {
  const both = paired(values, against);
  return { mean: mean(values), difference: differenceOf(both), ci95: intervalsOfDifference(both, resamples).bca };
}

/** Of questions that were held out. @param nested of further splits; without it the interval is of this one */
export function heldOutFigure(values: Float64Array, against: Float64Array, folds: number, nested?: NestedError) {
  const both = paired(values, against);
  const questions = both.first.length;
  const { mean: difference, deviation } = momentsOf(minus(both.first, both.second));
  const heldOut = nested?.heldOut ?? { mean: difference, independent: deviation ** 2 / questions };
  return {
    mean: mean(values),
    difference: differenceOf(both),
    ci95: heldOutInterval(heldOut, questions, folds, nested?.meanSquared ?? null),
  };
}

/**
 * The mean squared error of a mean difference by K-fold cross-validation, whose folds share training questions: MSE =
 * (K − 1)/K · (mean of (inner − outer)² − mean of the variance of an outer mean), over all folds of all splits. Bates,
 * Hastie and Tibshirani, “Cross-validation: what does it estimate and how well does it do it?”, 2024, algorithm 1.
 */
export class NestedError {
  private apart = 0;
  private variance = 0;
  private count = 0;
  private splits = 0;
  private means = 0;
  private variances = 0;

  constructor(private readonly folds: number) {}

  /** @param tuned the differences of what was tuned without two folds, or one where they are the same */
  add(foldOf: Int32Array, tuned: (one: number, other: number) => (question: number) => number): void {
    const parts = Array.from({ length: this.folds }, (): number[] => []);
    foldOf.forEach((fold, q) => parts[fold]!.push(q));
    const valuesOf = (fold: number, without: number): number[] =>
      parts[fold]!.map(tuned(Math.min(fold, without), Math.max(fold, without))).filter((value) => !Number.isNaN(value));
    const outers = parts.map((_, fold) => valuesOf(fold, fold));
    const all = Float64Array.from(outers.flat());
    const { mean: overall, deviation } = momentsOf(all);
    this.splits++;
    this.means += overall;
    this.variances += deviation ** 2 / all.length;
    for (const [fold, outer] of outers.entries()) {
      const inner = parts.flatMap((_, other) => (other === fold ? [] : valuesOf(other, fold)));
      if (outer.length < 2 || inner.length === 0) continue;
      const mean = meanOf(outer);
      this.apart += (meanOf(inner) - mean) ** 2;
      this.variance += sumOf(outer.map((value) => (value - mean) ** 2)) / (outer.length - 1) / outer.length;
      this.count++;
    }
  }

  get heldOut(): HeldOut {
    return { mean: this.means / this.splits, independent: this.variances / this.splits };
  }

  /** An estimate, which may be below 0; null before any split has a fold of two questions. */
  get meanSquared(): number | null {
    return this.count === 0 ? null : (((this.folds - 1) / this.folds) * (this.apart - this.variance)) / this.count;
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;
