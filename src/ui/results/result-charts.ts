import type { ResultRecord } from '../../contract/result';
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

/** For each k a bar per visible system. @param colourOf the custom property of a system's colour */
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
