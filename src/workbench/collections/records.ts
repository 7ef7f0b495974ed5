import type { CollectionCounts } from '../../contract/storage';
import type { Dataset, Doc } from '../../base/types';
import { HitrateError } from '../../contract/errors';

/** @param dataset without documents where those were counted before */
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

const ATTEMPTS = 5;

/** Repeats a task where another tab has changed what it read. */
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

/** Milliseconds since 1970, after all that is stored: the clock may not have moved since. */
export const momentAfter = (kept: readonly { readonly addedAt: number }[]): number =>
  kept.reduce((latest, { addedAt }) => Math.max(latest, addedAt + 1), Date.now());
