import { tally } from '../../base/containers';
import { type Doc, docId, type DocId, type Query, type Ranking } from '../../base/types';
import { placeOf } from './recursive';

/**
 * What is left out of the results of each question, in their order: documents that its source names (`excluded_ids` of
 * BRIGHT), and the document with its own id where that is asked for (`ignore_identical_ids` of BEIR). Null where nothing is.
 */
export function excludedDocs(
  queries: readonly Query[],
  docs: readonly Doc[],
  ownDocument: 'leave-out' | undefined,
): readonly (readonly DocId[])[] | null {
  const known = new Set(docs.map(({ id }) => id));
  const excluded = queries.map(({ id, excluded: named = [] }) => {
    const own = docId(id);
    return ownDocument && (known.size === 0 || known.has(own)) ? [...named, own] : named;
  });
  return excluded.some(({ length }) => length > 0) ? excluded : null;
}

const documentOf = (id: DocId): DocId => placeOf(id)?.doc ?? id;

/** Passages of an excluded document are left out with it. */
export function withoutExcluded(ranking: Ranking, excluded: readonly DocId[] = []): Ranking {
  if (excluded.length === 0) return ranking;
  const left = new Set(excluded);
  return ranking.filter(({ id }) => !left.has(id) && !left.has(documentOf(id)));
}

/** How many passages a question lacks at most: so much deeper lists are searched, that they are as long as others. */
export function mostExcluded(passages: readonly DocId[], excluded: readonly (readonly DocId[])[] | null): number {
  if (!excluded) return 0;
  const counts = tally(passages.map(documentOf));
  const lacking = (docs: readonly DocId[]): number => docs.reduce((sum, doc) => sum + (counts.get(doc) ?? 1), 0);
  return excluded.reduce((most, docs) => Math.max(most, lacking(docs)), 0);
}
