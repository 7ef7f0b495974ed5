import { ALPHA } from '../../domain/statistics/paired';
import type { Comparison, PairComparison } from '../../domain/statistics/types';
import type { Difference } from '../results/differences';

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

type Certainty = 'better-sure' | 'better-perhaps' | 'worse-sure' | 'worse-perhaps' | 'tie';

/**
 * How sure a difference is: *sure* where the test separates the two systems, *perhaps* where its 95 % interval leaves out
 * 0 and the test does not, a *tie* else, or where nothing is known.
 */
export function certaintyOf(
  difference: Difference | null,
  better: 'higher' | 'lower' | null,
  { separates }: SeparatingTest,
): Certainty {
  if (!difference || better === null) return 'tie';
  const { pair, interval, mean } = difference;
  const direction = mean > 0 === (better === 'higher') ? 'better' : 'worse';
  if (separates(pair)) return `${direction}-sure`;
  return !interval || (interval[0] <= 0 && interval[1] >= 0) ? 'tie' : `${direction}-perhaps`;
}
