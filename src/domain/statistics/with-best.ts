import { studentCritical } from './distributions/beta';
import { normalQuantile } from './distributions/normal';
import { momentsOf } from './paired';
import { quantileOfSorted } from './quantile';
import type { Shared } from './compare';
import type { Interval } from './types';

/** Nominal 5 % names a best of two equal systems in 5 to 6 % of data sets, 3 % in 3 to 4 % (`npm run verdicts`). */
const ALPHA = 0.03;

/**
 * Hsu's multiple comparisons with the best: each system's critical value is that of the largest |T| of its differences
 * to the others over resamples of the questions (max-T), scaled by Student's t over the normal quantile and by √(n / (n
 * − 1)). Excluded systems are left out of the next step, until none is; lower ends stay simultaneous over all. Hsu,
 * “Constrained simultaneous confidence intervals for multiple comparisons with the best”, 1984; Edwards and Hsu 1983;
 * Romano and Wolf 2005. @returns null for fewer than two systems or questions
 */
export function compareWithBest(shared: Shared) {
  const { questions, rows } = shared;
  if (rows.length < 2 || questions < 2) return null;
  const all = [...rows.keys()];
  const means = shared.sums.map((sum) => (sum * shared.unit) / questions);
  const errors = rows.map((row) => rows.map((other) => standardError(row, other)));
  const deviations = shared
    .bootstrapped()
    .map((sums, s) => sums.map((sum) => ((sum - shared.sums[s]!) * shared.unit) / questions));
  const spread = Math.sqrt(questions / (questions - 1));
  const scale = (spread * studentCritical(ALPHA, questions - 1)) / normalQuantile(1 - ALPHA / 2);
  const step = (rivals: readonly number[]): Step => {
    const halfWidths = all.map((i) => {
      const critical = scale * criticalOf(i, rivals, deviations, errors[i]!);
      return errors[i]!.map((error) => critical * error);
    });
    const atMost = (i: number, j: number): number => means[i]! - means[j]! + halfWidths[i]![j]!;
    // Of equal systems without an error between them, each may be the best.
    const mayBeBest = (i: number) => rivals.every((j) => j === i || atMost(i, j) > 0 || means[i]! >= means[j]!);
    return { halfWidths, atMost, candidates: rivals.filter(mayBeBest) };
  };
  const whole = step(all);
  let [last, rivals] = [whole, all];
  // What is not the best need not be compared with.
  while (last.candidates.length > 1 && last.candidates.length < rivals.length) {
    rivals = last.candidates;
    last = step(rivals);
  }
  const { candidates } = last;
  const differences = all.map((i): Interval => {
    const low = Math.min(0, ...candidates.filter((j) => j !== i).map((j) => -whole.atMost(j, i)));
    return [low + 0, Math.max(0, Math.min(...rivals.filter((j) => j !== i).map((j) => last.atMost(i, j))))];
  });
  return {
    means,
    /** By system: its mean − the best mean of the others, with simultaneous confidence over the systems. */
    differences,
    candidates: all.map((i) => candidates.includes(i)),
    /** Half the width of the interval that system i has for its difference to each other system. */
    halfWidths: whole.halfWidths,
  };
}

interface Step {
  readonly halfWidths: readonly (readonly number[])[];
  readonly atMost: (i: number, j: number) => number;
  readonly candidates: number[];
}

/** Of the mean difference; 0 where the systems differ by the same for every question. */
function standardError(row: Float64Array, other: Float64Array): number {
  return momentsOf(row.map((value, q) => value - other[q]!)).deviation / Math.sqrt(row.length);
}

/** The 1 − α quantile of the largest |T| of a system against the others. */
function criticalOf(
  i: number,
  rivals: readonly number[],
  deviations: readonly Float64Array[],
  errors: readonly number[],
): number {
  const own = deviations[i]!;
  const largest = new Float64Array(own.length);
  for (const j of rivals) {
    const [other, error] = [deviations[j]!, errors[j]!];
    if (j === i || error === 0) continue;
    for (let b = 0; b < own.length; b++) largest[b] = Math.max(largest[b]!, Math.abs(own[b]! - other[b]!) / error);
  }
  return quantileOfSorted(largest.sort(), 1 - ALPHA);
}
