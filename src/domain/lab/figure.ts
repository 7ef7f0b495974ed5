import { mean } from '../measures/aggregate';
import { momentsOf } from '../statistics/moments';
import type { Interval } from '../statistics/types';
import { differenceOf, intervalsOfDifference, type LabDifference, paired } from './difference';
import { heldOutInterval } from './held-out-interval';
import type { NestedError } from './nested-error';
import type { Resamples } from './resamples';

/** A mean over questions, and how it differs from that of something else. */
export interface Figure {
  readonly mean: number;
  readonly difference: LabDifference;
  /** Of the mean difference. */
  readonly ci95: Interval | null;
}

/**
 * A figure of questions that the choice was made on: its interval is the BCa bootstrap's, of these questions alone.
 *
 * @param values, against with twelve significant digits, NaN where a question is left out
 */
export function figureOf(values: Float64Array, against: Float64Array, resamples: Resamples): Figure {
  const both = paired(values, against);
  return { mean: mean(values), difference: differenceOf(both), ci95: intervalsOfDifference(both, resamples).bca };
}

/**
 * A figure of questions that were held out.
 *
 * @param values, against as of {@link figureOf}
 * @param folds as many as the questions were dealt to
 * @param nested what further splits gave; the interval is of this one split where absent
 */
export function heldOutFigure(
  values: Float64Array,
  against: Float64Array,
  folds: number,
  nested?: NestedError,
): Figure {
  const both = paired(values, against);
  const questions = both.first.length;
  const { mean: difference, deviation } = momentsOf(both.first.map((value, q) => value - both.second[q]!));
  const heldOut = nested?.heldOut ?? { mean: difference, independent: deviation ** 2 / questions };
  return {
    mean: mean(values),
    difference: differenceOf(both),
    ci95: heldOutInterval(heldOut, questions, folds, nested?.meanSquared ?? null),
  };
}
