import { groupBy } from '../../base/containers';
import type { Doc, QueryId } from '../../base/types';
import type { Questions } from '../../contract/storage';
import { isRelevant } from '../../domain/measures/judge';

/**
 * Why no passage of a chunking meets what recall counts: its document is not in the collection, or no chunk holds enough
 * of it. Targets are in the order of the question's needs, or of its relevant judgments, as `chunkedTruth` makes them.
 */
export function unmetReasons(
  docs: readonly Doc[],
  { judgments, requirements = [] }: Questions,
  relevance: number,
): (query: QueryId, target: number) => 'missing' | 'chunked-apart' {
  const known = new Set(docs.map(({ id }) => id));
  const stated = new Map(requirements.map(({ query, needs }) => [query, needs]));
  const relevant = groupBy(
    judgments.filter(({ grade }) => isRelevant(grade, relevance)),
    ({ query }) => query,
  );
  return (query, target) => {
    const need = stated.get(query)?.[target];
    const judged = relevant.get(query)?.[target]?.doc;
    const sources = need ? [...need.docs, ...(need.places ?? []).map(({ doc }) => doc)] : judged ? [judged] : [];
    return sources.some((doc) => known.has(doc)) ? 'chunked-apart' : 'missing';
  };
}
