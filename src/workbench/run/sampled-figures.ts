import type { ResultRecord } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import { groupBy } from '../../base/containers';
import type { Doc, QueryId } from '../../base/types';
import type { PassageDraw } from '../../domain/evidence/counted';
import { judgedItems } from '../../domain/evidence/judged-items';
import { SampledColumns, type SampledFigures } from '../../domain/evidence/sampled-columns';
import { Places } from '../../domain/judging/places';
import { pacer } from '../kernel/pace';

type Scored = Pick<ResultRecord, 'spec' | 'queries' | 'docs' | 'systems'>;

interface EstimatedFigures {
  readonly figures: SampledFigures;
  readonly systems: ResultRecord['systems'];
}

/**
 * Systems with the values that sampled passages estimate, instead of those that take unjudged passages as not relevant. No
 * range of ties is known of an estimate.
 *
 * @param docs of the collection
 * @param isCounted whether a question has values; all have where absent
 */
export async function estimatedFigures(
  { spec, queries, docs: listed, systems }: Scored,
  { drawn, size }: PassageDraw,
  { judgments, requirements = [] }: Pick<Questions, 'judgments' | 'requirements'>,
  docs: readonly Doc[],
  {
    isCounted = () => true,
    signal,
  }: { isCounted?: (query: QueryId) => boolean; signal?: AbortSignal | undefined } = {},
): Promise<EstimatedFigures> {
  const pace = pacer(signal);
  const places = new Places(new Map(docs.map((doc) => [doc.id, doc])));
  const judged = groupBy(judgments, ({ query }) => query);
  const input = { spec, queries, docs: listed, systems };
  const columns = new SampledColumns({ input, drawn, size, needs: requirements.length > 0 });
  for (const question of drawn.questions) {
    await pace();
    columns.plan(question);
  }
  for (const [at, query] of queries.entries()) {
    await pace();
    if (isCounted(query)) columns.add(at, (question) => judgedItems(question, judged.get(query) ?? [], places));
  }
  const { figures, systems: estimated } = columns.result();
  return { figures, systems: systems.map((system, i) => ({ ...system, ...estimated[i]!, ties: {} })) };
}
