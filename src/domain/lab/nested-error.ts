import { momentsOf } from '../statistics/moments';
import type { HeldOut } from './held-out-interval';

/**
 * The mean squared error of a mean difference that K-fold cross-validation estimates, by nested cross-validation. The
 * folds of one split share training questions, so that their means are not independent and the spread of the differences
 * alone is too small a variance. Nested cross-validation leaves each fold out in turn, cross-validates within the others,
 * and sees how far the inner estimate is from the mean of the fold:
 *
 * MSE = (K − 1)/K · (mean of (inner − outer)² − mean of the variance of an outer mean),
 *
 * means being over all folds of all splits; the first factor leads from the K − 1 folds of the inner estimate to K.
 *
 * Bates, Hastie and Tibshirani, “Cross-validation: what does it estimate and how well does it do it?”, 2024, algorithm 1.
 */
export class NestedError {
  private apart = 0;
  private variance = 0;
  private count = 0;
  private splits = 0;
  private means = 0;
  private variances = 0;

  /** @param folds K */
  constructor(private readonly folds: number) {}

  /**
   * Adds one split of the questions.
   *
   * @param foldOf the fold of each question, from 0
   * @param tuned the differences, one a question, of what was tuned without two folds, or one where they are the same;
   *   NaN where a question is left out
   */
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

  /** Of the splits: the mean of what is held out, and the mean of its variance were all differences independent. */
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
