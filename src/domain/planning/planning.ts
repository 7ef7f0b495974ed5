import type { Interval } from '../statistics/types';
import { chiSquareQuantile } from '../statistics/distributions/chi-square';
import { normalQuantile } from '../statistics/distributions/normal';
import { ALPHA, momentsOf, POWER } from '../statistics/paired';
import { Bets, STEPS } from '../statistics/confidence-sequence';
import { quantileOfSorted } from '../statistics/quantile';
import { uniform } from '../statistics/random';

export interface Prediction {
  readonly questions: number;
  /** Infinity where it has no upper end. */
  readonly range: Interval;
}

export interface PlanningInput {
  readonly differences: Float64Array;
  /** The smallest difference that matters: the true mean difference that is assumed. */
  readonly margin: number;
}

const CONFIDENCE = 0.95;
/** Fewer questions say nothing about the tails of the differences. */
const MIN_PILOT = 8;

/**
 * Questions at which a paired t-test that is read once finds the margin, two-sided at α = .05, with 80 % power: (z₁₋α⸝₂
 * + z_power)² · (sd / margin)² + z²₁₋α⸝₂ / 2, rounded up; at most one less than the noncentral t asks for. Guenther,
 * “Sample size formulas for normal theory t tests”, 1981. @throws {RangeError} for a margin that is not above 0
 */
export function questionsToDetect(deviation: number, margin: number): number {
  if (!(margin > 0)) throw new RangeError(`a margin of ${margin}`);
  const z = normalQuantile(1 - ALPHA / 2);
  return Math.max(2, Math.ceil((z + normalQuantile(POWER)) ** 2 * (deviation / margin) ** 2 + z ** 2 / 2));
}

/** In standard errors: what a two-sided test at α finds with this power: 2.80. */
const DETECTABLE = normalQuantile(1 - ALPHA / 2) + normalQuantile(POWER);

/** The smallest difference that a paired test which is read once finds with 80 % power: 2.80 · sd / √n. */
export const detectableDifference = (deviation: number, questions: number): number =>
  (DETECTABLE * deviation) / Math.sqrt(questions);

/**
 * For the spread so far, and both ends of its interval; the observed difference plays no part (Hoenig and Heisey, “The
 * abuse of power”, 2001). The interval is of s² by χ² with 2n / (κ − (n − 3)/(n − 1)) degrees of freedom, κ the
 * kurtosis (Box, “Non-normality and tests on variances”, 1953): with n − 1, one of 90 % covers 58 to 84 % on Cranfield.
 * @returns null for fewer than eight questions or equal differences @throws {RangeError} for a margin not above 0
 */
export function plannedOnce({ differences, margin }: PlanningInput): Prediction | null {
  const { deviation } = momentsOf(differences);
  if (differences.length < MIN_PILOT || deviation === 0) return null;
  const [low, high] = deviationInterval(differences);
  return {
    questions: questionsToDetect(deviation, margin),
    range: [questionsToDetect(low, margin), questionsToDetect(high, margin)],
  };
}

export function deviationInterval(values: Float64Array): Interval {
  const n = values.length;
  const { mean, deviation } = momentsOf(values);
  const central = (power: number): number => values.reduce((sum, value) => sum + (value - mean) ** power, 0) / n;
  const kurtosis = central(4) / central(2) ** 2;
  // Values of two kinds in equal parts have κ = 1, and no more than n − 1 are ever free.
  const degrees = (2 * n) / Math.max(kurtosis - (n - 3) / (n - 1), (2 * n) / (n - 1));
  const end = (p: number): number => deviation * Math.sqrt(degrees / chiSquareQuantile(p, degrees));
  return [end((1 + CONFIDENCE) / 2), end((1 - CONFIDENCE) / 2)];
}

export interface SequentialPlanningInput extends PlanningInput {
  readonly range: Interval;
  /** Of the confidence sequence: .05, divided by the comparisons that a decision between several systems takes. */
  readonly alpha: number;
  readonly seed: number;
}

const SIMULATIONS = 400;
export const MAX_PLANNED = 20_000;

/**
 * Questions after which a confidence sequence read after every question excludes 0, if the true mean difference is the
 * margin: median, and range of four in five, of bootstrap samples moved to that mean; values that would leave the range
 * get less spread. @returns Infinity above 20,000; null for fewer than eight questions or equal differences @throws
 * {RangeError} for a margin that is not above 0 and within the range
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

/** Median in nDCG@10 over pairs of systems: .14 to .15 on four collections of five (docs/generated-questions.md). */
export const TYPICAL_DEVIATION = 0.15;

/** @throws {RangeError} for a margin that is not above 0 */
export function outlookOf(questions: number, margin: number) {
  return {
    detectable: detectableDifference(TYPICAL_DEVIATION, questions),
    /** Questions to add before that is the margin; 0 where it is. */
    further: Math.max(0, questionsToDetect(TYPICAL_DEVIATION, margin) - questions),
  };
}

export interface EffortInput {
  readonly existing: number;
  readonly completed: number;
  readonly judgmentsPerQuestion: number | null;
  /** Median time of a judgment; NaN or null before one was timed. */
  readonly milliseconds: number | null;
}

export interface Range {
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

/** Every figure is at least. Hours are those of judging at a pace; without the writing of questions, whose pace is not known. */
export function effortOf(prediction: Prediction, input: EffortInput) {
  const { existing, completed, judgmentsPerQuestion, milliseconds } = input;
  const range = (of: (questions: number) => number): Range => ({
    expected: of(prediction.questions),
    low: of(prediction.range[0]),
    high: of(prediction.range[1]),
  });
  const left = (questions: number): number => Math.max(0, questions - completed);
  const judgments = (questions: number): number => Math.ceil(left(questions) * judgmentsPerQuestion!);
  const paced = judgmentsPerQuestion !== null && milliseconds !== null && milliseconds > 0;
  return {
    questions: range(left),
    toWrite: range((questions) => Math.max(0, questions - existing)),
    judgments: judgmentsPerQuestion === null ? null : range(judgments),
    hours: paced ? range((questions) => (judgments(questions) * milliseconds) / 3_600_000) : null,
  };
}
