import { testDifference } from '../statistics/compare';
import { holm } from '../statistics/multiplicity';
import { ALPHA } from '../statistics/paired';
import { Sampling } from '../statistics/sampling';
import type { Interval } from '../statistics/types';
import { significant } from '../statistics/significant';
import { compareWithBest } from '../statistics/with-best';
import type { ComparedSystems } from './compared';
import type { VerdictInput } from './types';

export interface Standings {
  /** Positions, highest mean first; of equal means the order of the systems. */
  readonly order: readonly number[];
  /** By position. */
  readonly toBest: readonly Interval[];
  readonly candidates: readonly boolean[];
  readonly withinMargin: readonly boolean[];
}

/**
 * Which systems may be the best, and which are shown to be within the margin of it.
 *
 * A system is excluded where its simultaneous interval of the difference to the best ends at 0, and where the paired
 * randomisation test against the system of the highest mean gives p < .05 (Holm over the systems): the bootstrap is rough
 * for few questions, while the smallest p of n of them is 2 / 2ⁿ. Likewise a system is within the margin where its
 * interval begins above −margin, and the randomisation test of its value + margin against that system gives p < .05.
 *
 * @returns null for fewer than two systems or questions
 */
export function standingsOf(
  { rows, means, sampling }: ComparedSystems,
  margin: number,
  input: Pick<VerdictInput, 'seed' | 'resamples'>,
): Standings | null {
  const all = [...rows.keys()];
  const best = compareWithBest(sampling.sharedBy(all));
  if (!best) return null;
  const order = [...all].sort((a, b) => means[b]! - means[a]! || a - b);
  const [first, ...rest] = order as [number, ...number[]];
  const corrected = holm(rest.map((i) => testDifference(sampling.sharedBy([first, i])).p));
  const excluded = new Set(rest.filter((i, at) => !best.candidates[i]! && isSignificant(corrected[at]!)));
  const withinMargin = rows.map((row, i) => {
    const [low] = best.differences[i]!;
    if (low <= -margin && low < 0) return false;
    return isAhead(row, rows[i === first ? rest[0]! : first]!, margin, input);
  });
  return {
    order,
    toBest: best.differences,
    candidates: rows.map((_, i) => !excluded.has(i)),
    withinMargin,
  };
}

const isSignificant = (p: number | null): boolean => p !== null && p < ALPHA;

/** Whether a row is better than another once the margin is added to it, by the paired randomisation test. */
function isAhead(
  row: Float64Array,
  other: Float64Array,
  margin: number,
  { seed, resamples }: Pick<VerdictInput, 'seed' | 'resamples'>,
): boolean {
  const lifted = significant(row.map((value) => value + margin));
  const shared = new Sampling([lifted, other], seed, resamples).sharedBy([0, 1]);
  return shared.sums[0]! > shared.sums[1]! && isSignificant(testDifference(shared).p);
}
