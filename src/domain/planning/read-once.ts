import { chiSquareQuantile } from '../statistics/distributions/chi-square';
import { normalQuantile } from '../statistics/distributions/normal';
import { ALPHA, momentsOf, POWER } from '../statistics/paired';
import type { Interval } from '../statistics/types';
import type { PlanningInput, Prediction } from './types';

/** The spread is within its interval with this confidence. */
const CONFIDENCE = 0.95;
/** Fewer questions say nothing about the tails of the differences. */
export const MIN_PILOT = 8;

/**
 * Questions at which a paired t-test that is read once finds the margin, two-sided at α = .05, with 80 % power:
 * (z₁₋α⸝₂ + z_power)² · (sd / margin)² + z²₁₋α⸝₂ / 2, rounded up. The second term makes up for the t distribution: what
 * the noncentral t distribution asks for is at most one question more, for a margin of up to three sd.
 *
 * Guenther, “Sample size formulas for normal theory t tests”, 1981.
 *
 * @param deviation standard deviation of the per-question differences
 * @returns at least 2
 * @throws {RangeError} for a margin that is not above 0
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
 * The same for the spread so far, and for both ends of the spread’s interval. The difference that was observed plays no
 * part: with it, this would be observed power, which says what the p value says (Hoenig and Heisey, “The abuse of
 * power”, 2001).
 *
 * The interval is that of s² by χ², with the degrees of freedom that differences of their kurtosis κ leave:
 * 2n / (κ − (n − 3)/(n − 1)), which are n − 1 where they are normal (Box, “Non-normality and tests on variances”, 1953).
 * Many questions have no difference and a few have large ones: with n − 1, an interval of 90 % covers 58 to 84 % on the
 * Cranfield runs.
 *
 * @returns null for fewer than eight questions, and where all differences are the same
 * @throws {RangeError} for a margin that is not above 0
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

/** 95 % interval of the standard deviation of values that need not be normal. */
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
