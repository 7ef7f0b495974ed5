import type { CollectionCounts } from '../../contract/storage';
import type { Dataset, Doc } from '../../base/types';
import { HitrateError } from '../../contract/errors';

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

/** How often another tab may write in between before that is a failure. */
const ATTEMPTS = 5;

/** Does a task anew where another tab has changed what it read: it reads again, and so builds on what is there then. */
export async function retrying<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      const isLate = error instanceof HitrateError && error.code === 'changed-elsewhere';
      if (!isLate || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * A time to keep something at that is after all that is kept already: the clock may not have moved since, and what was added
 * together stands at times one after the other.
 *
 * @returns milliseconds since 1970
 */
export const momentAfter = (kept: readonly { readonly addedAt: number }[]): number =>
  kept.reduce((latest, { addedAt }) => Math.max(latest, addedAt + 1), Date.now());
