import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Interval } from '../../../domain/statistics/types';

export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly selected?: boolean;
}

export interface Axis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly text: (tick: number) => string;
  readonly name?: string;
  readonly grid?: boolean;
}

export interface Scales {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The closest mark in the direction of an arrow key, where distance across counts double; null for other keys. */
export function markByKey(marks: readonly Pick<Mark, 'x' | 'y'>[], from: number, key: string): number | null {
  const step = STEPS[key];
  const start = marks[from];
  if (!step || !start) return null;
  let [best, least] = [from, Infinity];
  marks.forEach(({ x, y }, index) => {
    const along = (x - start.x) * step[0] + (y - start.y) * step[1];
    const aside = Math.abs((x - start.x) * step[1]) + Math.abs((y - start.y) * step[0]);
    if (along > 0.3 && along + 2 * aside < least) [best, least] = [index, along + 2 * aside];
  });
  return best;
}

/** From differences to percent of the width of a drawing that contains 0 and every interval, with a little room. */
export function scaleOf(
  differences: readonly { readonly mean: number; readonly interval: Interval | null }[],
): ScaleLinear<number, number> {
  const ends = differences.flatMap(({ mean, interval }) => [mean, ...(interval ?? [])]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = (most - least) * 0.08 || 0.01;
  return scaleLinear([least - room, most + room], [0, 100]);
}
