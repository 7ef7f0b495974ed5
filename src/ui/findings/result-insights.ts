import type { ResultRecord } from '../../contract/result';
import { previousStages } from '../../domain/experiment/parts';
import type { Insight } from '../../domain/insights/insight';
import { insightsOf } from '../../domain/insights/insights';
import type { SliceReport } from '../../domain/slices/report';
import type { Comparison } from '../../domain/statistics/types';
import type { View } from '../shared/navigation/address';

/** @param k the cut-off for found passages @param best the recommended system; null tests are left out */
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

/** The filters of the Questions screen for an insight. @param slice in which it was computed */
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
