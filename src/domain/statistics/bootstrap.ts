import { normalCdf, normalQuantile } from './distributions/normal';
import { momentsOf } from './paired';
import { quantileOfSorted } from './quantile';
import { LANES, ResampledSums } from './resampled-sums';
import type { Interval, Intervals } from './types';

/** Whole multiples of a power of 2 that no sum rounds: sums do not depend on the order of adding. */
export type SystemColumns = ReturnType<typeof columnsOf>;

/** Bits of a sum, of the 53 that are exact; room is left for a sum of two and its double. */
const BITS = 50;

export function columnsOf(rows: readonly Float64Array[]) {
  const systems = rows.length;
  const questions = rows[0]?.length ?? 0;
  // At least 1: whichever systems of a measure of 0 to 1 are there, the unit is the same.
  const highest = rows.reduce((most, row) => row.reduce((max, value) => Math.max(max, Math.abs(value)), most), 1);
  const unit = 2 ** (Math.ceil(Math.log2(highest * Math.max(1, questions))) - BITS);
  const length = questions * LANES;
  const blocks = Array.from({ length: Math.ceil(systems / LANES) }, () => new Float64Array(length));
  const sums = new Float64Array(systems);
  rows.forEach((row, s) => {
    const block = blocks[Math.floor(s / LANES)]!;
    row.forEach((value, q) => {
      const multiple = Math.round(value / unit);
      block[q * LANES + (s % LANES)] = multiple;
      sums[s]! += multiple;
    });
  });
  return {
    questions,
    systems,
    /** A value differs from its multiple of this by half at most: about 1e-12 for 5,000 values of up to 1. */
    unit,
    /** Two systems a block: that of system `2 · i + lane` for question `q` is at `2 · q + lane` of block `i`. */
    blocks,
    sums,
  };
}

export function rowsOf(systems: number, blocks: readonly Float64Array[]): Float64Array[] {
  return Array.from({ length: systems }, (_, s) => {
    const block = blocks[Math.floor(s / LANES)]!;
    return new Float64Array(block.length / LANES).map((_, i) => block[i * LANES + (s % LANES)]!);
  });
}

/** Each resample is drawn once for every system. */
export function bootstrapSums({ questions, systems, blocks }: SystemColumns, resamples: number, seed: number) {
  return rowsOf(systems, ResampledSums.of(questions, resamples).bootstrap(blocks, seed));
}

const LEVEL = 0.95;
const TAIL = (1 - LEVEL) / 2;

/**
 * 95 % intervals of a mean by percentiles and by BCa: quantiles moved by the bias z₀ and the acceleration a (Efron,
 * “Better bootstrap confidence intervals”, 1987). @param slack means that differ by less are equal
 * @returns null for fewer than two questions, and for BCa where all resamples lie on one side of the mean
 */
export function intervalsOf(values: Float64Array, resampled: Float64Array, slack: number): Intervals {
  if (values.length < 2 || resampled.length === 0) return { percentile: null, bca: null };
  const sorted = resampled.slice().sort();
  const between = ([low, high]: Interval): Interval => [quantileOfSorted(sorted, low), quantileOfSorted(sorted, high)];
  const percentile = between([TAIL, 1 - TAIL]);
  const bias = bootstrapBias(momentsOf(values).mean, sorted, slack);
  if (!Number.isFinite(bias)) return { percentile, bca: null };
  return { percentile, bca: between(bcaLevels(bias, acceleration(values))) };
}

/** z₀: the normal quantile of the share of resampled means below the mean, equal ones (within `slack`) counted half. */
export function bootstrapBias(mean: number, resampled: Float64Array, slack: number): number {
  let [below, equal] = [0, 0];
  for (const each of resampled)
    if (each < mean - slack) below++;
    else if (each <= mean + slack) equal++;
  return normalQuantile((below + equal / 2) / resampled.length);
}

/** a: Σ d³ / (6 (Σ d²)^1.5) over the deviations d from the mean, which is what the jackknife gives for a mean. */
export function acceleration(values: Float64Array): number {
  const { mean, deviation } = momentsOf(values);
  if (deviation === 0) return 0;
  let [squares, cubes] = [0, 0];
  for (const value of values) {
    squares += (value - mean) ** 2;
    cubes += (value - mean) ** 3;
  }
  return cubes / (6 * squares ** 1.5);
}

/** The levels of the quantiles that make the BCa interval, in place of 2.5 % and 97.5 %. */
export function bcaLevels(bias: number, a: number): Interval {
  const moved = (level: number): number => {
    const z = bias + normalQuantile(level);
    if (a * z >= 1) return z > 0 ? 1 : 0;
    return normalCdf(bias + z / (1 - a * z));
  };
  return [moved(TAIL), moved(1 - TAIL)];
}
