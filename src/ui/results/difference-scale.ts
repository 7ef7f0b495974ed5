import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Difference } from './differences';

/** From differences to percent of the width of a drawing that contains 0 and every interval, with a little room. */
export function scaleOf(differences: readonly Pick<Difference, 'mean' | 'interval'>[]): ScaleLinear<number, number> {
  const ends = differences.flatMap(({ mean, interval }) => [mean, ...(interval ?? [])]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = (most - least) * 0.08 || 0.01;
  return scaleLinear([least - room, most + room], [0, 100]);
}
