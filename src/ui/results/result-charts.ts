import type { ResultRecord } from '../../contract/result';
import { significant } from '../../domain/statistics/significant';
import type { BarData } from '../shared/charts/plot';
import type { MeasureColumn } from './columns';

const FIRST = ['HitRate', 'MRR', 'nDCG'];

/** The measures of two charts: what was chosen where it is there, else the first that nobody chose. */
export function chartsOf(
  columns: readonly MeasureColumn[],
  chosen: readonly (string | null)[],
): readonly MeasureColumn[] {
  const known = (id: string | null): MeasureColumn | undefined => columns.find((column) => column.id === id);
  const preferred = [...FIRST.flatMap((id) => known(id) ?? []), ...columns];
  const taken: MeasureColumn[] = [];
  for (const id of chosen) {
    const column = known(id) ?? preferred.find((each) => !taken.includes(each) && !chosen.includes(each.id));
    if (column) taken.push(column);
  }
  return taken;
}

/**
 * Bars of a measure: a group for each k, in it a bar for each system that is not hidden.
 *
 * @param colourOf the custom property that holds a system's colour
 */
export function barData(
  result: ResultRecord,
  { textAt, definition }: MeasureColumn,
  hidden: ReadonlySet<string>,
  colourOf: (system: string) => string,
): BarData {
  return {
    categories: result.spec.ks.map((k) => `k = ${k}`),
    range: definition.range,
    series: result.systems
      .map(({ id, measures }) => ({
        label: id,
        colour: colourOf(id),
        values: result.spec.ks.map((k) => measures[textAt(k)] ?? NaN),
      }))
      .filter(({ label }) => !hidden.has(label)),
  };
}

export const chartId = ({ label }: MeasureColumn): string => `chart-${label.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

export interface SystemPair {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly questions: readonly number[];
}

/** Values of a measure under two systems, as they are compared, for the questions that have both. */
export function pairsOf(result: ResultRecord, measure: string, baseline: string, system: string): SystemPair[] {
  const valuesOf = (id: string) => result.systems.find((each) => each.id === id)?.perQuery[measure];
  const both = [valuesOf(baseline), valuesOf(system)];
  const [xs, ys] = both.map((values) => values && significant(values));
  if (!xs || !ys) return [];
  return Array.from(xs, (x, index) => ({ index, x, y: ys[index]! })).filter(({ x, y }) => !Number.isNaN(x + y));
}

/** Points that would cover each other are one, to a hundredth of the axis. */
export function pointsOf(pairs: readonly SystemPair[], [low, high]: readonly [number, number]): Point[] {
  const cell = (value: number): number => Math.round((100 * (value - low)) / (high - low));
  const points = new Map<string, SystemPair[]>();
  for (const pair of pairs) {
    const key = `${cell(pair.x)} ${cell(pair.y)}`;
    points.set(key, [...(points.get(key) ?? []), pair]);
  }
  return [...points.values()].map((all) => ({
    x: all[0]!.x,
    y: all[0]!.y,
    questions: all.map(({ index }) => index),
  }));
}

export function axisOf(
  pairs: readonly SystemPair[],
  range: readonly [number, number] | null,
): readonly [number, number] {
  if (range) return range;
  const values = pairs.flatMap(({ x, y }) => [x, y]);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return [low, high > low ? high : low + 1];
}
