import { intervalsOf } from '../statistics/bootstrap-interval';
import { columnsOf } from '../statistics/columns';
import { winsTiesLosses } from '../statistics/effect-size';
import { momentsOf } from '../statistics/moments';
import type { Intervals } from '../statistics/types';
import type { Resamples } from './resamples';

/** A fusion against a baseline by one measure; every sign is fusion − baseline. */
export interface LabDifference {
  /** Questions for which both have a value. */
  readonly questions: number;
  readonly mean: number;
  /** Questions where the fusion has the higher value, whether or not higher is better. */
  readonly higher: number;
  readonly same: number;
  readonly lower: number;
}

/** Values of two systems for the questions that both have. */
export interface Paired {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** @param first, second values with twelve significant digits, NaN where a question is left out */
export function paired(first: Float64Array, second: Float64Array): Paired {
  const isShared = (_: number, q: number): boolean => !Number.isNaN(first[q]) && !Number.isNaN(second[q]);
  if (first.every(isShared)) return { first, second };
  return { first: first.filter(isShared), second: second.filter(isShared) };
}

/** Mean difference, wins and losses, as `compare` has them. */
export function differenceOf({ first, second }: Paired): LabDifference {
  const differences = first.map((value, q) => value - second[q]!);
  const { wins, ties, losses } = winsTiesLosses(differences);
  return {
    questions: first.length,
    mean: momentsOf(differences).mean,
    higher: wins,
    same: ties,
    lower: losses,
  };
}

/** 95 % bootstrap intervals of the mean difference, as `compare` has them; null for fewer than two questions. */
export function intervalsOfDifference({ first, second }: Paired, resamples: Resamples): Intervals {
  if (first.length < 2) return { percentile: null, bca: null };
  const columns = columnsOf([first, second]);
  const { unit, questions } = columns;
  const resampled = resamples.differences(columns).map((sum) => (sum * unit) / questions);
  return intervalsOf(
    first.map((value, q) => value - second[q]!),
    resampled,
    2 * unit,
  );
}
