import type { Difference } from '../results/differences';
import type { SeparatingTest } from './separation';

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
