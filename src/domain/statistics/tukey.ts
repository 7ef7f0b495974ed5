import { studentizedRangeUpper } from './distributions/studentized-range';

/** What differs by less than this share of the largest mean differs by rounding: measures count with twelve digits. */
const ROUNDING = 1e-12;
/** An error below this share of the largest mean is that of rounding. */
const NO_ERROR = 1e-9;

/** The analysis of variance by systems and topics (questions), without interaction. */
export interface TwoWayVariance {
  readonly means: readonly number[];
  readonly questions: number;
  /** Mean square of what neither system nor question explains. */
  readonly meanSquareError: number;
  readonly errorDegrees: number;
}

/**
 * Two-way analysis of variance with questions as blocks: the spread between questions is not part of the error.
 *
 * @param rows one a system, aligned by question, without NaN
 * @returns null for fewer than two systems or questions
 */
export function twoWayVariance(rows: readonly Float64Array[]): TwoWayVariance | null {
  const systems = rows.length;
  const questions = rows[0]?.length ?? 0;
  if (systems < 2 || questions < 2) return null;
  const means = rows.map((row) => row.reduce((sum, value) => sum + value, 0) / questions);
  const grand = means.reduce((sum, mean) => sum + mean, 0) / systems;
  let squares = 0;
  for (let q = 0; q < questions; q++) {
    const blockMean = rows.reduce((sum, row) => sum + row[q]!, 0) / systems;
    rows.forEach((row, s) => (squares += (row[q]! - means[s]! - blockMean + grand) ** 2));
  }
  const errorDegrees = (systems - 1) * (questions - 1);
  return { means, questions, meanSquareError: squares / errorDegrees, errorDegrees };
}

/**
 * p of Tukey's honestly significant difference between two systems: that of q = |difference of means| / √(MSE / n)
 * under the studentized range of all systems, which is corrected for the number of pairs by itself; 1 for equal means;
 * null where questions explain all of the variance.
 *
 * Tukey, “The problem of multiple comparisons”, 1953; for retrieval Carterette, “Multiple testing in statistical
 * analysis of systems-based information retrieval experiments”, 2012.
 */
export function tukeyP(variance: TwoWayVariance, a: number, b: number): number | null {
  const { means, questions, meanSquareError, errorDegrees } = variance;
  const difference = Math.abs(means[a]! - means[b]!);
  const largest = means.reduce((most, mean) => Math.max(most, Math.abs(mean)), 0);
  if (difference <= ROUNDING * largest) return 1;
  if (Math.sqrt(meanSquareError) <= NO_ERROR * largest) return null;
  return studentizedRangeUpper(difference / Math.sqrt(meanSquareError / questions), means.length, errorDegrees);
}
