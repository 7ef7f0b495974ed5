import { ALPHA } from '../../domain/statistics/paired';
import type { Comparison, PairComparison } from '../../domain/statistics/types';

export interface SeparatingTest {
  readonly test: 'randomisation' | 'tukey';
  /** Whether the test separates the two systems of a pair. */
  readonly separates: (pair: PairComparison) => boolean;
}

/**
 * The test that says which systems differ: the paired randomisation test with Holm's correction over all pairs. Of R
 * resamples no p is below 1 / (R + 1), so that beyond R / 20 pairs the correction could separate none, whatever they
 * are. Tukey's HSD, which holds for all pairs at once, stands in there.
 */
export function separationOf({ pairs, resamples }: Comparison): SeparatingTest {
  const isOutOfReach = pairs.length / (resamples + 1) >= ALPHA;
  const isBelow = (p: number | null): boolean => p !== null && p < ALPHA;
  return isOutOfReach
    ? { test: 'tukey', separates: ({ tukey, meanDifference }) => meanDifference !== 0 && isBelow(tukey) }
    : {
        test: 'randomisation',
        separates: ({ holm, meanDifference }) => meanDifference !== 0 && isBelow(holm.randomisation),
      };
}
