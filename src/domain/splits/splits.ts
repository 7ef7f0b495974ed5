import type { Query, QuestionSplit } from '../../base/types';
import { hashText } from '../../base/hash';

export const QUESTION_SPLITS = ['train', 'development', 'test'] as const satisfies readonly QuestionSplit[];

const NAMES: Readonly<Record<QuestionSplit, readonly string[]>> = {
  train: ['train', 'training'],
  development: ['development', 'dev', 'validation', 'valid', 'val'],
  test: ['test', 'testing', 'eval'],
};

/** The split of a name as files have it, `dev` for development; null for another. */
export function splitNamed(name: string): QuestionSplit | null {
  const written = name.trim().toLowerCase();
  return QUESTION_SPLITS.find((split) => NAMES[split].includes(written)) ?? null;
}

/** Shares of questions by split; together above 0. */
export type SplitShares = Readonly<Record<QuestionSplit, number>>;

export const DEFAULT_SHARES: SplitShares = { train: 0, development: 50, test: 50 };

/** Depends only on seed and id: later questions move no others. @throws {RangeError} if no share is above 0 */
export function assignedSplit(seed: string, id: string, shares: SplitShares): QuestionSplit {
  const total = QUESTION_SPLITS.reduce((sum, split) => sum + shares[split], 0);
  if (!(total > 0) || QUESTION_SPLITS.some((split) => !(shares[split] >= 0))) throw new RangeError('shares of splits');
  // 52 bits of the hash: a number from 0 to below 1 with all its digits.
  let left = (Number.parseInt(hashText(JSON.stringify([seed, id])).slice(0, 13), 16) / 16 ** 13) * total;
  for (const split of QUESTION_SPLITS) {
    if (left < shares[split]) return split;
    left -= shares[split];
  }
  return QUESTION_SPLITS.findLast((split) => shares[split] > 0)!;
}

export function questionsIn<
  Questions extends {
    readonly queries: readonly Query[];
    readonly judgments: readonly { readonly query: Query['id'] }[];
    readonly requirements?: readonly { readonly query: Query['id'] }[];
  },
>(split: QuestionSplit | undefined, questions: Questions): Questions {
  if (split === undefined) return questions;
  const queries = questions.queries.filter((query) => query.split === split);
  const ids = new Set(queries.map(({ id }) => id));
  const isIn = ({ query }: { readonly query: Query['id'] }): boolean => ids.has(query);
  const { judgments, requirements } = questions;
  return {
    ...questions,
    queries,
    judgments: judgments.filter(isIn),
    ...(requirements && { requirements: requirements.filter(isIn) }),
  };
}

export function splitCounts(
  queries: readonly Pick<Query, 'split'>[],
): Readonly<Record<QuestionSplit | 'none', number>> {
  const counts = { train: 0, development: 0, test: 0, none: 0 };
  for (const { split = 'none' } of queries) counts[split]++;
  return counts;
}
