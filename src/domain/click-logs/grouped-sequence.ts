import { ConfidenceSequence } from '../statistics/confidence-sequence';
import type { Interval } from '../statistics/types';

/** Times at which a sequence is read, at most: reading it costs the same however many values lie between. */
const MAX_READS = 1000;

export interface GroupedSequence {
  /** Of the mean, valid at every look; null where every mean is excluded, which happens by chance in α of the logs. */
  readonly interval: Interval | null;
  /** Values after which the interval first excluded 0; null where it never did, and where there is no interval. */
  readonly decidedAfter: number | null;
}

/**
 * A {@link ConfidenceSequence} over the means of groups of equal size: the size depends on how many values there are and on
 * nothing in them. The last values that fill no group are left out.
 *
 * @param values from −1 to 1, in their order
 */
export function groupedSequence(values: Float64Array, alpha: number): GroupedSequence {
  const size = Math.max(1, Math.ceil(values.length / MAX_READS));
  const sequence = new ConfidenceSequence({ range: [-1, 1], alpha });
  let decidedAfter: number | null = null;
  for (let end = size; end <= values.length; end += size) {
    sequence.add(values.subarray(end - size, end).reduce((sum, value) => sum + value, 0) / size);
    const [low, high] = sequence.interval ?? [0, 0];
    if (decidedAfter === null && (low > 0 || high < 0)) decidedAfter = end;
  }
  const { interval } = sequence;
  return { interval, decidedAfter: interval && decidedAfter };
}
