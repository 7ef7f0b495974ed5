import type { ResultRecord } from '../../contract/result';
import type { BarData } from '../charts/bar-chart';
import { colourIndex } from '../systems';

/** Bars of a measure: a group for each k, in it a bar for each system that is not hidden. */
export function barData(result: ResultRecord, name: string, hidden: ReadonlySet<string>): BarData {
  return {
    categories: result.spec.ks.map((k) => `k = ${k}`),
    series: result.systems.flatMap((system, position) =>
      hidden.has(system.id)
        ? []
        : [
            {
              label: system.id,
              colour: `--system-${colourIndex(system.id, position)}`,
              values: result.spec.ks.map((k) => system.measures[`${name}@${k}`] ?? NaN),
            },
          ],
    ),
  };
}
