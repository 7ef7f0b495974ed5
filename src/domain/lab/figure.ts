import { mean } from '../measures/aggregate';
import type { Intervals } from '../statistics/types';
import { differenceOf, intervalsOfDifference, type LabDifference, paired } from './difference';
import type { Resamples } from './resamples';

/** A mean over questions, and how it differs from that of something else. */
export interface Figure {
  readonly mean: number;
  readonly difference: LabDifference;
  readonly ci95: Intervals;
}

/** @param values, against with twelve significant digits, NaN where a question is left out */
export function figureOf(values: Float64Array, against: Float64Array, resamples: Resamples): Figure {
  const both = paired(values, against);
  return { mean: mean(values), difference: differenceOf(both), ci95: intervalsOfDifference(both, resamples) };
}
