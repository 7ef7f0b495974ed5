import { studentCritical } from '../statistics/distributions/student-t';
import type { Interval } from '../statistics/types';

const ALPHA = 0.05;

/** A mean difference that is held out. */
export interface HeldOut {
  readonly mean: number;
  /** Its variance if the differences of all questions were independent. */
  readonly independent: number;
}

/**
 * The 95 % interval of a mean difference that is held out by cross-validation: the mean ± t on n − 1 degrees of freedom
 * times the standard error. It is of the expected difference, on a new question, of what is tuned in this way on as many
 * questions as all folds but one have. Chance in the choice is in it, as chance in the questions is.
 *
 * The variance is that of nested cross-validation, see `NestedError`, where it was run. It is kept between that of n
 * independent differences, times 1 + 1/(K − 1) for the training questions that the folds share (Nadeau and Bengio,
 * “Inference for the generalization error”, 2003), and K times the uncorrected one, which is that of a single fold (Bates
 * et al. 2024). Means over many splits are steadier than one where the choice hangs by a thread.
 *
 * @param questions n, with a difference
 * @param folds K
 * @param meanSquared from nested cross-validation; null where that takes too long
 * @returns null for fewer than two questions
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
