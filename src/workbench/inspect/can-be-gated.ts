import type { ResultRecord } from '../../contract/result';
import type { SystemSpec } from '../../domain/experiment/parts';
import { measureOf } from '../../domain/measures/parse';
import { definitionOf } from '../../domain/measures/registry';

/** Whether reranking only the weak questions can be read of a system: it reranks all, and its lists were not cut at k. */
export const canBeGated = ({ spec }: Pick<ResultRecord, 'spec'>, { rerank, threshold }: SystemSpec): boolean =>
  rerank !== null && rerank.gate === undefined && threshold === null && spec.lists === 'depth' && !spec.aggregate;

/** Whether gating can be measured by it: a mean over questions of which more is better. */
export function measuresGates(measure: string): boolean {
  const { better, aggregate } = definitionOf(measureOf(measure));
  return better === 'higher' && aggregate === 'mean';
}
