import type { Interval } from '../../domain/statistics/types';

export interface GainScale {
  /** From a difference to percent of the width. */
  readonly at: (difference: number) => number;
  /** Without 0, at which the baseline is drawn. */
  readonly ticks: readonly number[];
}

/** Room at both ends for what is drawn around a point and for labels, in percent. */
const ROOM = 8;
/** Steps between the ends, at most. */
const STEPS = 3;

/** Holds 0, a difference and its interval; ticks are 1, 2 or 5 times a power of ten apart. */
export function gainScale(difference: number, interval: Interval | null): GainScale {
  const ends = [0, difference, ...(interval ?? [])];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const width = high - low || 1;
  const at = (value: number): number => ROOM + ((value - low) / width) * (100 - 2 * ROOM);
  const step = tickStep(width);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step).filter((tick) => tick !== 0);
  return { at, ticks };
}

/** The smallest step with which a width has at most {@link STEPS} of them. */
function tickStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width / STEPS));
  return power * [1, 2, 5, 10].find((factor) => width / (factor * power) <= STEPS)!;
}
