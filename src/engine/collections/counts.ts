import type { CollectionCounts } from '../../contract/storage';
import type { Dataset, Doc } from '../../base/types';

/** What a record tells of a collection. @param dataset without documents where those were counted before */
export function countsOf({ docs, queries, judgments }: Dataset): CollectionCounts {
  const judged = new Set(judgments.map(({ query }) => query));
  return {
    docs: docs.length,
    queries: queries.length,
    judgments: judgments.length,
    judgedQueries: queries.filter(({ id }) => judged.has(id)).length,
    characters: docs.reduce((sum: number, doc: Doc) => sum + doc.title.length + doc.text.length, 0),
  };
}
