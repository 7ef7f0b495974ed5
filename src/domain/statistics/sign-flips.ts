import { columnsOf } from './bootstrap';
import { signedSums } from './randomisation';
import { differenceError, significant, sumSlack } from './significant';

/** Values of the same questions under two conditions; NaN where a question is left out. */
export interface PairedRows {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

interface SignFlipOptions {
  /** Of first − second: `greater` than 0, or either way. */
  readonly side: 'greater' | 'both';
  readonly seed: number;
  readonly resamples: number;
}

interface SignFlipTests {
  /** Of each pair alone. */
  readonly p: readonly number[];
  /** The same, corrected for all pairs. */
  readonly corrected: readonly number[];
  readonly exact: boolean;
}

/** Up to this many questions that differ all 2ⁿ signs are enumerated. */
const MAX_ENUMERATED = 14;

/**
 * Paired randomisation tests of several differences at once: signs are flipped by question, all pairs alike, so that
 * what goes together counts as less than independent tests. Each difference is Σd / √Σd², which grows with the paired t
 * and has the same spread for every pair; corrected p are those of the step-down max-T procedure. p is (c + 1) / (B + 1)
 * of B sampled signs, and exact for few questions. Sums are compared as the two-sided test of one pair compares them.
 *
 * Exact where each question's difference is as likely to have either sign. Westfall and Young, “Resampling-based multiple
 * testing”, 1993, algorithm 2.8; Romano and Wolf, “Exact and approximate stepdown methods for multiple hypothesis
 * testing”, 2005.
 *
 * @param pairs of the same questions
 * @returns p of 1 for a pair without a difference
 */
export function signFlipTests(pairs: readonly PairedRows[], { side, seed, resamples }: SignFlipOptions): SignFlipTests {
  const rows = pairs.map(shared);
  const norms = rows.map(({ first, second }) => Math.sqrt(sumOf(first, (value, q) => (value - second[q]!) ** 2)));
  const statistic = (sum: number, r: number): number => {
    const scaled = norms[r] === 0 ? 0 : sum / norms[r]!;
    return side === 'both' ? Math.abs(scaled) : scaled;
  };
  const flips = flippedSums(rows, seed, resamples);
  const observed = rows.map(({ first, second }, r) =>
    statistic(
      sumOf(first, (value, q) => value - second[q]!),
      r,
    ),
  );
  const slack = Math.max(0, ...norms.map((norm, r) => (norm === 0 ? 0 : flips.slack[r]! / norm)));
  // Step-down: a difference is compared with the largest of those that are not clearer than itself.
  const order = [...rows.keys()].sort((a, b) => observed[a]! - observed[b]! || b - a);
  const [alone, largest] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  for (let b = 0; b < flips.count; b++) {
    let most = -Infinity;
    for (const r of order) {
      const flipped = statistic(flips.at(b, r), r);
      most = Math.max(most, flipped);
      if (flipped >= observed[r]! - slack) alone[r]!++;
      if (most >= observed[r]! - slack) largest[r]!++;
    }
  }
  const pOf = (count: number): number => (flips.exact ? count / flips.count : (count + 1) / (flips.count + 1));
  const defined = (count: number, r: number): number => (norms[r] === 0 ? 1 : pOf(count));
  const corrected = Array.from(largest, defined);
  let highest = 0;
  for (const r of order.reverse()) corrected[r] = highest = Math.max(highest, corrected[r]!);
  return { p: Array.from(alone, defined), corrected, exact: flips.exact };
}

/** With twelve significant digits; what one condition lacks counts for neither. */
function shared({ first, second }: PairedRows): PairedRows {
  const own = (row: Float64Array, other: Float64Array): Float64Array =>
    significant(row.map((value, q) => (Number.isNaN(value) || Number.isNaN(other[q]) ? 0 : value)));
  return { first: own(first, second), second: own(second, first) };
}

function sumOf(row: Float64Array, term: (value: number, q: number) => number): number {
  return row.reduce((sum, value, q) => sum + term(value, q), 0);
}

interface FlippedSums {
  readonly count: number;
  readonly exact: boolean;
  /** Sum of the differences of pair r under the b-th signs. */
  readonly at: (b: number, r: number) => number;
  /** By pair: sums that differ by no more are equal. */
  readonly slack: readonly number[];
}

function flippedSums(rows: readonly PairedRows[], seed: number, resamples: number): FlippedSums {
  const questions = rows[0]?.first.length ?? 0;
  const moving = [...Array(questions).keys()].filter((q) =>
    rows.some(({ first, second }) => Math.abs(first[q]! - second[q]!) > differenceError(first[q]!, second[q]!)),
  );
  return moving.length > MAX_ENUMERATED ? sampled(rows, seed, resamples) : enumerated(rows, moving);
}

function enumerated(rows: readonly PairedRows[], moving: readonly number[]): FlippedSums {
  const differences = rows.map(({ first, second }) => moving.map((q) => first[q]! - second[q]!));
  return {
    count: 2 ** moving.length,
    exact: true,
    at: (signs, r) =>
      differences[r]!.reduce((sum, difference, i) => sum + ((signs >>> i) & 1 ? -difference : difference), 0),
    slack: rows.map(({ first, second }) => sumSlack(first, second)),
  };
}

function sampled(rows: readonly PairedRows[], seed: number, resamples: number): FlippedSums {
  const columns = columnsOf(rows.flatMap(({ first, second }) => [first, second]));
  const sums = signedSums(columns, resamples, seed);
  const { unit, questions } = columns;
  return {
    count: resamples,
    exact: false,
    at: (b, r) => (sums[2 * r]![b]! - sums[2 * r + 1]![b]!) * unit,
    slack: rows.map(({ first, second }) => sumSlack(first, second) + 2 * questions * unit),
  };
}
