import { differenceIntervals, testDifference } from '../statistics/compare';
import { holm } from '../statistics/multiplicity';
import { ALPHA } from '../statistics/paired';
import type { Sampling } from '../statistics/sampling';
import type { PairedTest } from './types';

/** A system against another, by position. */
export type Against = readonly [system: number, other: number];

/** Tests of one family: p is corrected by Holm over all of them. Signs: system − other. */
export function pairedTests(sampling: Sampling, pairs: readonly Against[]): PairedTest[] {
  const tested = pairs.map((pair) => {
    const shared = sampling.sharedBy(pair);
    const { bca, percentile } = differenceIntervals(shared);
    const difference = ((shared.sums[0]! - shared.sums[1]!) * shared.unit) / shared.questions;
    return { difference, interval: bca ?? percentile, p: testDifference(shared).p };
  });
  const corrected = holm(tested.map(({ p }) => p));
  return tested.map((each, i) => ({
    ...each,
    holm: corrected[i]!,
    comparisons: pairs.length,
    finding: findingOf(each.difference, corrected[i]!),
  }));
}

function findingOf(difference: number, p: number | null): PairedTest['finding'] {
  if (p === null || p >= ALPHA || difference === 0) return 'open';
  return difference > 0 ? 'better' : 'worse';
}
