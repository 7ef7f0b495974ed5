import type { QueryId } from '../../base/types';

export interface RunQuestions {
  readonly queries: readonly QueryId[];
  /** By question; null where a text is not known. */
  readonly texts: readonly (string | null)[];
  /** By question: equal where the judgments are; null where they are not known. */
  readonly judged: readonly (string | null)[];
}

export interface SharedQuestions {
  readonly queries: readonly QueryId[];
  /** By shared question, its position in either run. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Questions of one run alone. */
  readonly removed: readonly QueryId[];
  readonly added: readonly QueryId[];
  /** Of one id with another text: not compared. */
  readonly edited: readonly QueryId[];
  /** With other judgments: not compared, unless both runs are scored by the same judgments. */
  readonly rejudged: readonly QueryId[];
  /** Shared questions of which a run does not know text or judgments: taken to be the same. */
  readonly unknown: number;
}

/**
 * The questions of which two runs can be compared: of the same id and text, judged alike. In the order of the first.
 *
 * @param idsSuffice whether a question of one id is the same where a text is not known, as within a collection
 */
export function sharedQuestions(before: RunQuestions, after: RunQuestions, idsSuffice = true): SharedQuestions {
  const positions = new Map(after.queries.map((query, i) => [query, i]));
  const known = new Set(before.queries);
  const pairs = before.queries.flatMap((query, i) => {
    const at = positions.get(query);
    return at === undefined ? [] : [{ query, i, at }];
  });
  const isEdited = ({ i, at }: (typeof pairs)[number]): boolean =>
    differ(before.texts[i]!, after.texts[at]!, idsSuffice);
  const isRejudged = ({ i, at }: (typeof pairs)[number]): boolean => differ(before.judged[i]!, after.judged[at]!);
  const edited = pairs.filter(isEdited);
  const rejudged = pairs.filter((pair) => !isEdited(pair) && isRejudged(pair));
  const shared = pairs.filter((pair) => !isEdited(pair) && !isRejudged(pair));
  const isUnknown = ({ i, at }: (typeof pairs)[number]): boolean =>
    [before.texts[i], after.texts[at], before.judged[i], after.judged[at]].includes(null);
  return {
    queries: shared.map(({ query }) => query),
    before: shared.map(({ i }) => i),
    after: shared.map(({ at }) => at),
    removed: before.queries.filter((query) => !positions.has(query)),
    added: after.queries.filter((query) => !known.has(query)),
    edited: edited.map(({ query }) => query),
    rejudged: rejudged.map(({ query }) => query),
    unknown: shared.filter(isUnknown).length,
  };
}

const differ = (a: string | null, b: string | null, unknownIsSame = true): boolean =>
  a === null || b === null ? !unknownIsSame : a !== b;
