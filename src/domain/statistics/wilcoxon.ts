import { normalCdf } from './distributions/normal';

/** Up to this many differences, with ties, their 2ⁿ signs are enumerated, as in scipy. */
const MAX_ENUMERATED = 13;
/** Up to this many differences without ties the exact distribution is computed, as in scipy. */
const MAX_EXACT = 50;

export type WilcoxonMethod = 'exact' | 'enumerated' | 'normal';

/**
 * Wilcoxon's signed-rank test, two-sided: W is the smaller of the rank sums of positive and of negative differences.
 * Differences of 0 are dropped, equal ones share their mean rank. The distribution is exact for up to 50 differences
 * without ties, all signs are enumerated for up to 13 with ties, else it is the normal one with the variance corrected
 * for ties and no correction for continuity. Wilcoxon, “Individual comparisons by ranking methods”, 1945.
 *
 * As `scipy.stats.wilcoxon` with `method="auto"`, except that scipy takes the normal distribution for more than 13
 * questions where only one difference is 0: with three differences left of fourteen, its p is half of the exact one.
 *
 * @param differences a − b, one a question
 * @param method instead of the one that fits; `exact` takes tied ranks as if they were not, and W rounded up, as scipy
 * @returns null where there are no questions; p is 1 where all differences are 0
 */
export function wilcoxon(differences: Float64Array, method?: WilcoxonMethod): { w: number; p: number } | null {
  if (differences.length === 0) return null;
  const signed = differences.filter((difference) => difference !== 0);
  if (signed.length === 0) return { w: 0, p: 1 };
  const { ranks, tieSum } = ranksOf(signed.map(Math.abs));
  const positive = ranks.reduce((sum, rank, i) => sum + (signed[i]! > 0 ? rank : 0), 0);
  const total = (signed.length * (signed.length + 1)) / 2;
  const w = Math.min(positive, total - positive);
  switch (method ?? fitting(signed.length, tieSum > 0)) {
    case 'exact':
      return { w, p: twoSided(lowerShare(distribution(untied(signed.length), 1), Math.ceil(w))) };
    case 'enumerated':
      // Mean ranks are multiples of a half.
      return { w, p: twoSided(lowerShare(distribution(ranks, 2), w * 2)) };
    case 'normal':
      return { w, p: normalP(w, signed.length, tieSum) };
  }
}

function fitting(n: number, tied: boolean): WilcoxonMethod {
  if (!tied && n <= MAX_EXACT) return 'exact';
  return tied && n <= MAX_ENUMERATED ? 'enumerated' : 'normal';
}

function normalP(w: number, n: number, tieSum: number): number {
  const variance = (n * (n + 1) * (2 * n + 1) - tieSum / 2) / 24;
  const z = (w - (n * (n + 1)) / 4) / Math.sqrt(variance);
  return Math.min(1, 2 * normalCdf(-Math.abs(z)));
}

/** Ranks from 1 of the values, ascending, equal ones with their mean; Σ t³ − t over groups of t equal ones. */
function ranksOf(values: Float64Array): { ranks: Float64Array; tieSum: number } {
  const order = Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(values.length);
  let tieSum = 0;
  for (let start = 0, end = 1; start < order.length; start = end++) {
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++;
    for (let i = start; i < end; i++) ranks[order[i]!] = (start + 1 + end) / 2;
    tieSum += (end - start) ** 3 - (end - start);
  }
  return { ranks, tieSum };
}

const untied = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => i + 1);

/** How many of the 2ⁿ choices of signs give each sum of positive ranks, in units of 1 / `scale`. */
function distribution(ranks: Float64Array, scale: number): Float64Array {
  const steps = ranks.map((rank) => rank * scale);
  const counts = new Float64Array(steps.reduce((sum, step) => sum + step, 0) + 1);
  counts[0] = 1;
  let highest = 0;
  for (const step of steps) {
    highest += step;
    for (let sum = highest; sum >= step; sum--) counts[sum]! += counts[sum - step]!;
  }
  return counts;
}

function lowerShare(counts: Float64Array, w: number): number {
  let [below, all] = [0, 0];
  counts.forEach((count, sum) => {
    all += count;
    if (sum <= w) below += count;
  });
  return below / all;
}

/** The distribution is symmetric: both tails are the smaller one twice. */
const twoSided = (tail: number): number => Math.min(1, 2 * tail);
