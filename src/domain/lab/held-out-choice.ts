import { DEFAULT_SEED } from '../statistics/defaults';
import type { Choices } from './choices';
import { type Figure, heldOutFigure, NestedError } from './figure';
import { FOLDS, type FusionLab } from './lab';

/**
 * Splits into folds whose nested cross-validations are averaged for the interval: with fewer its width depends on the
 * splits; a hundred take a tenth of the time of scoring, or less.
 */
export const SPLITS = 100;

export interface HeldOutChoice {
  readonly figure: Figure;
  /** By question, the value of the candidate that was chosen without it. */
  readonly values: Float64Array;
  /** By fold the candidate that is best on the others. */
  readonly chosen: readonly number[];
}

/**
 * What choosing the best of some candidates is worth: each question is measured by the candidate that is best on the
 * other folds, against the values of a reference. The interval is by nested cross-validation over {@link SPLITS} other
 * splits. Yields how many are done after each.
 *
 * @param choices by the folds of the lab
 */
export function* heldOutChoice(
  lab: FusionLab,
  choices: Choices,
  against: Float64Array,
): Generator<number, HeldOutChoice> {
  const nested = new NestedError(FOLDS);
  for (let split = 1; split <= SPLITS; split++) {
    const folds = lab.foldsBy(DEFAULT_SEED + split);
    const best = choices.dealt(folds);
    nested.add(folds, (one, other) => {
      const row = best(one, other);
      return (question) => row[question]! - against[question]!;
    });
    yield split;
  }
  const { values, chosen } = choices.heldOut();
  return { figure: heldOutFigure(values, against, FOLDS, nested), values, chosen };
}
