import type { Query, QueryId } from '../../base/types';
import { questionKey, questionKeys } from './add';

/** Positions of the queries of a log that are judged questions of a collection, known by their texts. */
export function judgedQueries(
  texts: readonly string[],
  questions: readonly Pick<Query, 'id' | 'text'>[],
  judged: ReadonlySet<QueryId>,
): ReadonlySet<number> {
  const keys = new Set(questions.filter(({ id }) => judged.has(id)).map(({ text }) => questionKey(text)));
  return new Set(questionKeys(texts).flatMap((key, i) => (keys.has(key) ? [i] : [])));
}
