import { normalQuantile } from '../statistics/distributions/normal';
import type { Interval } from '../statistics/types';
import type { ClickLog } from './click-log';
import { groupedSequence } from './grouped-sequence';

/** Of an impression: whether anything was clicked; 1 / position of the highest click, 0 without one. */
const CLICK_MEASURES = ['clicked', 'reciprocal-rank'] as const;
export type ClickMeasure = (typeof CLICK_MEASURES)[number];

/** Arms that are compared: those with most impressions. */
const MAX_ARMS = 5;
const ALPHA = 0.05;

export interface ArmDifference {
  readonly measure: ClickMeasure;
  readonly first: string;
  readonly second: string;
  /** Impressions of either. */
  readonly impressions: readonly [number, number];
  readonly means: readonly [number, number];
  /** First − second, over all impressions. */
  readonly difference: number;
  /** 95 %, by the normal approximation: for a log that is looked at once. Null where an arm has one impression. */
  readonly interval: Interval | null;
  /** Valid at every look, see {@link armDifferences}. Null where all differences are excluded, as by chance in 5 %. */
  readonly sequence: Interval | null;
  /** Impressions of both arms after which the sequence first excluded 0; null where it never did, and where there is none. */
  readonly decidedAfter: number | null;
}

/**
 * Differences between the arms of a log, each impression shown by one of them. The sequential test reads pairs, the i-th
 * impression of one arm with the i-th of the other, so that both see the same days; impressions of the larger arm
 * that are left over count in the difference and its interval alone. Pairs are read in groups, see {@link groupedSequence}.
 * All comparisons of one measure hold together: of c comparisons each has α / c, in both intervals.
 *
 * An impression is taken for independent of the others. Who searched is not in the log, so that one person who searches
 * ten times counts ten times, and the intervals are too narrow where few people search much.
 */
export function armDifferences(log: ClickLog): ArmDifference[] {
  const values = CLICK_MEASURES.map((measure) => valuesByArm(log, measure));
  const [first] = values as [Float64Array[], ...Float64Array[][]];
  const arms = [...first.keys()]
    .filter((arm) => first[arm]!.length > 0)
    .sort((a, b) => first[b]!.length - first[a]!.length || a - b)
    .slice(0, MAX_ARMS)
    .sort((a, b) => a - b);
  const comparisons = (arms.length * (arms.length - 1)) / 2;
  return CLICK_MEASURES.flatMap((measure, m) =>
    arms.flatMap((a, i) =>
      arms.slice(i + 1).map((b): ArmDifference => {
        const [one, other] = [values[m]![a]!, values[m]![b]!];
        const names = { first: log.arms[a]!, second: log.arms[b]! };
        return { measure, ...names, ...differenceOf(one, other, ALPHA / comparisons) };
      }),
    ),
  );
}

/** Of impressions with something shown, in the order of the log. */
function valuesByArm({ arm, arms, starts, position, clicked }: ClickLog, measure: ClickMeasure): Float64Array[] {
  const values: number[][] = arms.map(() => []);
  for (const [i, own] of arm.entries()) {
    if (own < 0 || starts[i] === starts[i + 1]) continue;
    let highest = Infinity;
    for (let s = starts[i]!; s < starts[i + 1]!; s++) if (clicked[s] === 1) highest = Math.min(highest, position[s]!);
    values[own]!.push(measure === 'reciprocal-rank' ? 1 / highest : Number(highest < Infinity));
  }
  return values.map((own) => Float64Array.from(own));
}

function differenceOf(
  one: Float64Array,
  other: Float64Array,
  alpha: number,
): Omit<ArmDifference, 'measure' | 'first' | 'second'> {
  const means = [meanOf(one), meanOf(other)] as const;
  const difference = means[0] - means[1];
  const half = normalQuantile(1 - alpha / 2) * Math.sqrt(variance(one) / one.length + variance(other) / other.length);
  const pairs = one.subarray(0, other.length).map((value, i) => value - other[i]!);
  const { interval: sequence, decidedAfter } = groupedSequence(pairs, alpha);
  return {
    impressions: [one.length, other.length],
    means,
    difference,
    interval: Number.isNaN(half) ? null : [difference - half, difference + half],
    sequence,
    decidedAfter: decidedAfter === null ? null : 2 * decidedAfter,
  };
}

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of a sample; NaN of one value. */
function variance(values: Float64Array): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
