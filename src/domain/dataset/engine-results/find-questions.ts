import type { Query, QueryId } from '../../../base/types';
import { normaliseText } from '../ground-truth-texts';
import type { GivenName } from './engine-list';

export type FoundQuestion =
  | { readonly how: 'id' | 'text'; readonly id: QueryId }
  | { readonly how: 'unknown' }
  /** Its text is that of several questions, or its id and its text are of two. */
  | { readonly how: 'ambiguous' };

/** Finds questions of a collection by their ids, else by their texts, but for case and white space. */
export function questionFinder(queries: readonly Pick<Query, 'id' | 'text'>[]): (name: GivenName) => FoundQuestion {
  const ids = new Map<string, QueryId>(queries.map(({ id }) => [id, id]));
  const byText = new Map<string, QueryId | null>();
  for (const { id, text } of queries) {
    const key = normaliseText(text);
    if (key !== '') byText.set(key, byText.has(key) ? null : id);
  }
  return ({ id, text }) => {
    const named = id === null ? undefined : ids.get(id);
    const told = text === null ? undefined : byText.get(normaliseText(text));
    if (named !== undefined) {
      // An id that is a number of a line may be another question's by chance: the text decides.
      const isOther = told !== undefined && told !== null && told !== named;
      return isOther ? { how: 'ambiguous' } : { how: 'id', id: named };
    }
    if (told === null) return { how: 'ambiguous' };
    return told === undefined ? { how: 'unknown' } : { how: 'text', id: told };
  };
}
