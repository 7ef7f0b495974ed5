import { columnsOf, rowsOf, type SystemColumns } from './bootstrap';
import { ResampledSums } from './resampled-sums';
import { differenceError, significant, sumSlack } from './significant';

/** Up to this many differences that are not 0 all 2ⁿ signs are enumerated. */
const MAX_ENUMERATED = 14;

/** Each vector of signs serves every system. */
export function signedSums({ questions, systems, blocks, sums }: SystemColumns, resamples: number, seed: number) {
  const flipped = ResampledSums.of(questions, resamples).signed(blocks, seed);
  return rowsOf(systems, flipped).map((row, s) => row.map((sum) => sums[s]! - 2 * sum));
}

/**
 * Two-sided p of sampled sign flips: (c + 1) / (B + 1) (Fisher 1935; Phipson and Smyth, “Permutation p-values should
 * never be zero”, 2010). @param slack sums that differ by no more are equal
 */
export function randomisationP(observed: number, a: Float64Array, b: Float64Array, slack: number): number {
  const least = Math.abs(observed) - slack;
  let count = 0;
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i]! - b[i]!) >= least) count++;
  return (count + 1) / (a.length + 1);
}

/** Over all signs: exact. @returns null for more than {@link MAX_ENUMERATED} differences that are not 0 */
export function exactRandomisationP(first: Float64Array, second: Float64Array): number | null {
  const moving = first
    .map((value, q) => value - second[q]!)
    .filter((difference, q) => Math.abs(difference) > differenceError(first[q]!, second[q]!));
  if (moving.length > MAX_ENUMERATED) return null;
  const sum = moving.reduce((total, difference) => total + difference, 0);
  const least = Math.abs(sum) - sumSlack(first, second);
  const all = 2 ** moving.length;
  let count = 0;
  for (let signs = 0; signs < all; signs++) {
    let signed = 0;
    for (let i = 0; i < moving.length; i++) signed += (signs >>> i) & 1 ? moving[i]! : -moving[i]!;
    if (Math.abs(signed) >= least) count++;
  }
  return count / all;
}

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

/**
 * Paired randomisation tests at once: signs flip by question, all pairs alike; the statistic is Σd / √Σd². Corrected p:
 * step-down max-T, exact for few questions (Westfall and Young 1993, algorithm 2.8; Romano and Wolf 2005).
 */
export function signFlipTests(pairs: readonly PairedRows[], { side, seed, resamples }: SignFlipOptions) {
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
  readonly at: (b: number, r: number) => number;
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
