import { Random } from './random';
import { quantileOfSorted } from './quantile';
import type { Interval } from './types';

type SortedCases = ReturnType<typeof sortedCases>;

const sortedCases = (scores: ArrayLike<number>, positive: readonly boolean[]) => ({
  scores,
  positive,
  order: positive.map((_, i) => i).sort((a, b) => Math.sign(scores[a]! - scores[b]!) || a - b),
});

function weightedArea({ order, scores, positive }: SortedCases, counts: ArrayLike<number> | null): number | null {
  let [wins, positives, negatives] = [0, 0, 0];
  for (let at = 0; at < order.length;) {
    const score = scores[order[at]!]!;
    let [equalPositives, equalNegatives] = [0, 0];
    for (; at < order.length && scores[order[at]!] === score; at++) {
      const count = counts?.[order[at]!] ?? 1;
      if (positive[order[at]!]) equalPositives += count;
      else equalNegatives += count;
    }
    wins += equalPositives * (negatives + equalNegatives / 2);
    positives += equalPositives;
    negatives += equalNegatives;
  }
  return positives === 0 || negatives === 0 ? null : wins / (positives * negatives);
}

export interface Area {
  /** Null where there is no positive, or no negative. */
  readonly auc: number | null;
  /** 95 % percentile bootstrap over cases; null for fewer than two positives or two negatives. */
  readonly ci95: Interval | null;
}

/** Below these many of either kind, resamples say nothing of how far the area reaches. */
const MIN_CASES = 2;
const TAIL = 0.025;

/** Mann-Whitney U over pairs (Hanley and McNeil, Radiology 1982); positives and negatives are resampled apart. */
export function areaWithInterval(
  scores: ArrayLike<number>,
  positive: readonly boolean[],
  resamples: number,
  seed: number,
): Area {
  const cases = sortedCases(scores, positive);
  const auc = weightedArea(cases, null);
  const groups = [true, false].map((kind) => positive.flatMap((each, i) => (each === kind ? [i] : [])));
  if (auc === null || groups.some(({ length }) => length < MIN_CASES)) return { auc, ci95: null };
  const areas = new Float64Array(resamples);
  const counts = new Uint32Array(positive.length);
  for (let b = 0, random = new Random(seed); b < resamples; b++) {
    drawCounts(groups, counts, random);
    areas[b] = weightedArea(cases, counts)!;
  }
  areas.sort();
  return { auc, ci95: [quantileOfSorted(areas, TAIL), quantileOfSorted(areas, 1 - TAIL)] };
}

export function drawCounts(groups: readonly (readonly number[])[], counts: Uint32Array, random: Random): void {
  counts.fill(0);
  for (const group of groups) {
    const words = new Uint32Array(group.length);
    random.fill(words);
    for (const word of words) counts[group[Math.floor((word / 2 ** 32) * group.length)]!]!++;
  }
}
