import type { ResultRecord } from '../../contract/result';
import { previousStages } from '../../domain/experiment/previous-stage';
import type { Insight } from '../../domain/insights/insight';
import { insightsOf } from '../../domain/insights/insights';
import type { SliceReport } from '../../domain/slices/report';
import type { Comparison } from '../../domain/statistics/types';

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
