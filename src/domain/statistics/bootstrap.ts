import { quantile } from '../report/quantile';
import type { Columns } from './columns';
import { normalCdf, normalQuantile } from './distributions/normal';
import { randomIntegers } from './random';
import type { Interval, Intervals } from './types';

const LEVEL = 0.95;

/**
 * Sums over resamples of the questions, drawn with replacement. Each resample is drawn once and summed for every system,
 * so that the resampled difference of two systems is the difference of their sums, whichever others are there.
 *
 * An index is ⌊r · n / 2³²⌋ of a random r: its bias is below n / 2³².
 *
 * @returns one row a system, one sum a resample
 */
export function bootstrapSums(columns: Columns, resamples: number, seed: number): Float64Array[] {
  const { questions, systems, values } = columns;
  const random = randomIntegers(seed);
  const scale = questions / 2 ** 32;
  const rows = Array.from({ length: systems }, () => new Float64Array(resamples));
  const sums = new Float64Array(systems);
  for (let b = 0; b < resamples; b++) {
    sums.fill(0);
    for (let i = 0; i < questions; i++) {
      const at = Math.floor(random() * scale) * systems;
      for (let s = 0; s < systems; s++) sums[s]! += values[at + s]!;
    }
    for (let s = 0; s < systems; s++) rows[s]![b] = sums[s]!;
  }
  return rows;
}

/**
 * 95 % intervals of a mean from its resampled values.
 *
 * - percentile: their 2.5 % and 97.5 % quantiles;
 * - BCa: quantiles that are moved by the bias z₀ of the resamples and by the acceleration a, the skewness of the values.
 *
 * Efron, “Better bootstrap confidence intervals”, 1987; Efron and Tibshirani, “An introduction to the bootstrap”, 1993.
 *
 * @param values one a question
 * @param resampled means of the resamples
 * @returns null for fewer than two questions, and for BCa where all resamples lie on one side of the mean
 */
export function intervalsOf(values: Float64Array, resampled: Float64Array): Intervals {
  if (values.length < 2) return { percentile: null, bca: null };
  const sorted = resampled.slice().sort();
  const tail = (1 - LEVEL) / 2;
  const between = (low: number, high: number): Interval => [quantileSorted(sorted, low), quantileSorted(sorted, high)];
  const percentile = between(tail, 1 - tail);
  const bias = biasOf(values, sorted);
  if (!Number.isFinite(bias)) return { percentile, bca: null };
  const acceleration = accelerationOf(values);
  const moved = (p: number): number => {
    const z = bias + normalQuantile(p);
    return normalCdf(bias + z / (1 - acceleration * z));
  };
  return { percentile, bca: between(moved(tail), moved(1 - tail)) };
}

/** z₀: the normal quantile of the share of resamples below the mean, those equal to it counted half. */
function biasOf(values: Float64Array, sorted: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const scale = values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length;
  // Sums in another order differ by rounding, and are equal.
  const slack = 1e-12 * scale;
  let [below, equal] = [0, 0];
  for (const each of sorted)
    if (each < mean - slack) below++;
    else if (each <= mean + slack) equal++;
  return normalQuantile((below + equal / 2) / sorted.length);
}

/** a: Σ d³ / (6 (Σ d²)^1.5) over the deviations d from the mean, which is what the jackknife gives for a mean. */
function accelerationOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [squares, cubes] = [0, 0];
  for (const value of values) {
    squares += (value - mean) ** 2;
    cubes += (value - mean) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

const quantileSorted = (sorted: Float64Array, q: number): number => quantile(sorted, Math.min(1, Math.max(0, q)));
