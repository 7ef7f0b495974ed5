import type { ResultRecord } from '../../contract/result';
import { previousStages } from '../../domain/experiment/parts';
import type { Insight } from '../../domain/insights/insight';
import { insightsOf } from '../../domain/insights/insights';
import type { SliceReport } from '../../domain/slices/report';
import type { Comparison, Interval } from '../../domain/statistics/types';
import type { View } from '../shared/navigation/address';
import { scaleLinear } from 'd3-scale';
import { sliceName } from '../shared/messages/slices';

/**
 * What stands out in a result by one of its measures.
 *
 * @param k the cut-off within which a relevant passage counts as found
 * @param best id of the recommended system
 * @param comparison, slices null while they are computed: nothing that they test is said then
 */
export function insightsOfResult(
  { spec, systems }: Pick<ResultRecord, 'spec' | 'systems'>,
  measure: string,
  k: number,
  best: string,
  comparison: Comparison | null,
  slices: SliceReport | null,
): Insight[] {
  // By id: of a result that is partial, or has external runs, systems are others than those of the spec.
  const stages = new Map(previousStages(spec.systems).map((stage, i) => [spec.systems[i]!.id, stage]));
  return insightsOf({
    measure,
    k,
    systems: systems.map(({ id, perQuery, firstRelevant }) => ({ id, values: perQuery[measure]!, firstRelevant })),
    best,
    previous: systems.map(({ id }) => stages.get(id) ?? null),
    comparison,
    slices,
  });
}

/**
 * How the Questions screen shows the questions of an insight. Its filters are those of an address there.
 *
 * @param slice id of the one that the insight was computed in; undefined for all questions
 */
export const insightView = (insight: Insight, slice?: string): View => ({
  ...(slice === undefined ? {} : { slice }),
  ...viewOf(insight),
});

function viewOf(insight: Insight): View {
  switch (insight.code) {
    case 'slice':
      return { slice: insight.data.finding.slice, systems: insight.data.finding.system, filter: 'all' };
    case 'stage':
      return { systems: insight.data.system, filter: 'all' };
    case 'missed-by-all':
      return { k: String(insight.data.k), filter: 'nobody=1' };
    case 'missed-by-best': {
      const { k, best, finder } = insight.data;
      const filter = new URLSearchParams({ finds: finder.system, misses: best }).toString();
      return { k: String(k), systems: best, filter };
    }
    case 'perfect':
      return { filter: 'all' };
  }
}

/** A mean with its interval, in a row of its own. */
export interface IntervalRow {
  readonly label: string;
  readonly mean: number;
  readonly ci95: Interval;
}

/** Rows of intervals of what an insight is about; empty where it counts questions. @param all what it was computed of */
export function intervalRows(
  insight: Insight,
  all = 'All questions',
): { readonly system: string | null; readonly rows: IntervalRow[] } {
  if (insight.code === 'slice') {
    const { finding, labels } = insight.data;
    const rows = finding.slices.map(({ slice, mean, ci95 }) => ({
      label: sliceName(labels.find((each) => each.slice === slice)!.label),
      mean,
      ci95,
    }));
    return { system: finding.system, rows: rows.sort((a, b) => b.mean - a.mean) };
  }
  if (insight.code === 'stage' && insight.data.ci95) {
    const { system, difference: mean, ci95 } = insight.data;
    return { system, rows: [{ label: all, mean, ci95 }] };
  }
  return { system: null, rows: [] };
}

/** A scale that contains 0 and all intervals, and its ticks. */
export function intervalScale(rows: readonly IntervalRow[], from: number, to: number) {
  const ends = rows.flatMap(({ ci95 }) => ci95);
  const scale = scaleLinear([Math.min(0, ...ends), Math.max(0, ...ends)], [from, to]);
  // Small steps have longer texts.
  return {
    at: (value: number): number => scale(value),
    ticks: scale.ticks(Math.max(...ends, 0) - Math.min(...ends, 0) < 0.02 ? 2 : 4),
  };
}

export function squares(of: number, width: number): { readonly columns: number; readonly rows: number } | null {
  const MAX = 400;
  if (of > MAX) return null;
  const columns = Math.floor((width + SQUARE_GAP) / SQUARE_STEP);
  return { columns, rows: Math.ceil(of / columns) };
}

export const SQUARE_STEP = 10.5;
const SQUARE_GAP = 2.2;
export const SQUARE = SQUARE_STEP - SQUARE_GAP;
