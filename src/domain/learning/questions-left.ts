import type { QueryId } from '../../base/types';
import { shuffled } from '../questions/generate/select';
import { mixed } from '../statistics/random';
import type { BlindQuestion, SessionRecord } from './session-record';

/** Questions of the collection that have had no list yet, in the random order of the session, each text once. */
export function questionsLeft(
  { seed }: Pick<SessionRecord, 'seed'>,
  questions: readonly { readonly id: QueryId; readonly text: string }[],
  lists: readonly { readonly question: BlindQuestion }[],
): BlindQuestion[] {
  const gone = new Set(lists.map(({ question }) => question.text));
  // By id first, so that the order does not depend on that of a file.
  const sorted = questions.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return shuffled(sorted, mixed(seed)).flatMap(({ id, text }) => {
    const asked = text.trim();
    if (asked === '' || gone.has(asked)) return [];
    gone.add(asked);
    return [{ id, text: asked }];
  });
}
