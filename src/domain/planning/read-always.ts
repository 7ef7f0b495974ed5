import { Bets, STEPS } from '../statistics/confidence-sequence';
import { momentsOf } from '../statistics/paired';
import { quantileOfSorted } from '../statistics/quantile';
import { uniform } from '../statistics/random';
import type { Interval } from '../statistics/types';
import { MIN_PILOT } from './read-once';
import type { PlanningInput, Prediction } from './types';

export interface SequentialPlanningInput extends PlanningInput {
  /** That a difference can be at least and at most; contains 0. */
  readonly range: Interval;
  /** Of the confidence sequence: .05, divided by the comparisons that a decision between several systems takes. */
  readonly alpha: number;
  readonly seed: number;
}

const SIMULATIONS = 400;
/** A sequence is followed no further. */
export const MAX_PLANNED = 20_000;

/**
 * Questions after which a confidence sequence that is read after every question excludes 0, if the true mean difference is
 * the margin: the median of simulated sequences, and the range of four in five of them.
 *
 * Each sequence draws questions from its own bootstrap sample of those so far, moved to a mean of the margin: so the range
 * has both the chance of the questions to come and that of the spread so far. The difference that was observed plays no
 * part. Values that would leave the range of the measure are kept in it by less spread, not cut off, which would move
 * their mean.
 *
 * @returns Infinity for what is above 20,000; null for fewer than eight questions, and where all differences are the same
 * @throws {RangeError} for a margin that is not above 0 and within the range
 */
export function plannedAlways(input: SequentialPlanningInput): Prediction | null {
  const { differences, margin, range, alpha, seed } = input;
  if (!(margin > 0 && margin < range[1])) throw new RangeError(`a margin of ${margin}`);
  if (differences.length < MIN_PILOT || momentsOf(differences).deviation === 0) return null;
  const random = uniform(seed);
  const stops = new Float64Array(SIMULATIONS);
  for (let s = 0; s < SIMULATIONS; s++) {
    const pilot = differences.map(() => differences[Math.floor(random() * differences.length)]!);
    const moved = movedTo(margin, pilot, range);
    stops[s] = stoppingTime(() => moved[Math.floor(random() * moved.length)]!, range, alpha);
  }
  stops.sort();
  const at = (p: number): number => Math.ceil(between(stops, p));
  return { questions: at(0.5), range: [at(0.1), at(0.9)] };
}

/** Interpolation between two infinities has no value. */
const between = (sorted: Float64Array, p: number): number =>
  sorted[Math.ceil((sorted.length - 1) * p)] === Infinity ? Infinity : quantileOfSorted(sorted, p);

/** Values with the mean of the margin, and their own spread where that leaves them in the range. */
function movedTo(margin: number, values: Float64Array, [low, high]: Interval): Float64Array {
  const { mean } = momentsOf(values);
  const highest = values.reduce((most, value) => Math.max(most, value - mean), 0);
  const lowest = values.reduce((most, value) => Math.max(most, mean - value), 0);
  const scale = Math.min(1, (high - margin) / highest, (margin - low) / lowest);
  return values.map((value) => margin + scale * (value - mean));
}

/** Values until the interval of a `ConfidenceSequence` is above 0; Infinity after too many. */
export function stoppingTime(next: () => number, [low, high]: Interval, alpha: number): number {
  const bets = new Bets(alpha);
  const limit = Math.log(2 / alpha);
  // The interval reaches to the next mean of the grid, which has to be above 0.
  const mean = (Math.floor((-low / (high - low)) * STEPS) + 1) / STEPS;
  let capital = 0;
  for (let t = 1; t <= MAX_PLANNED; t++) {
    const x = (next() - low) / (high - low);
    capital += bets.above(mean, x);
    if (capital >= limit) return t;
    bets.add(x);
  }
  return Infinity;
}
