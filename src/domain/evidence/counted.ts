import { groupBy } from '../../base/containers';
import { hashText } from '../../base/hash';
import type { Judgment, Query, QueryId } from '../../base/types';
import { FIRST_ROUND, type JudgingAct } from '../judging/acts';
import { judgedKey, placeKey } from '../judging/places';
import type { JudgingPlan, RetiredQueue } from '../judging/plan';

/** How far judging by hand is, where it is not done: what the figures of a run can mean depends on it. */
export interface OngoingJudging {
  readonly queue: 'questions';
  readonly seed: string;
  readonly complete: number;
  readonly of: number;
}

/** As a run of an earlier version keeps it, whose figures may be those of a queue that is gone. */
export type StoredJudging =
  | OngoingJudging
  | { readonly queue: RetiredQueue; readonly complete: number; readonly of: number };

/** Positions, by a hash of seed and id: a question keeps its place, whatever others are added. */
export function questionOrder(seed: string, queries: readonly QueryId[]): number[] {
  const hashes = queries.map((query) => hashText(JSON.stringify([seed, query])));
  return [...queries.keys()].sort((a, b) => (hashes[a]! < hashes[b]! ? -1 : 1));
}

/** The questions before the first that is not complete: a random sample. */
export function completedPrefix(order: readonly number[], isComplete: (index: number) => boolean): number[] {
  const end = order.findIndex((index) => !isComplete(index));
  return end < 0 ? [...order] : order.slice(0, end);
}

export interface CountedQuestions {
  readonly queries: readonly Query[];
  /** Null where every question is judged completely, or nothing is being judged by hand. */
  readonly judging: OngoingJudging | null;
}

/** Whether nothing answers a question: a passage that was judged relevant overrules the mark. */
const isUnanswerable = ({ unanswerable }: Query, judgments: readonly Judgment[] = []): boolean =>
  unanswerable === true && !judgments.some(({ grade }) => grade > 0);

export function unanswerableQuestions({ queries, judgments }: Judged): Query[] {
  const byQuery = groupBy(judgments, ({ query }) => query);
  return queries.filter((query) => isUnanswerable(query, byQuery.get(query.id)));
}

interface Judged {
  readonly queries: readonly Query[];
  readonly judgments: readonly Judgment[];
}

/**
 * The judged questions with an answer; while questions are judged in random order, only the completed ones at its head.
 * Judgments that came with the collection are complete.
 */
export function countedQuestions(
  { queries: given, judgments }: Judged,
  plan: JudgingPlan | null,
  acts: readonly JudgingAct[],
): CountedQuestions {
  const byQuery = groupBy(judgments, ({ query }) => query);
  const queries = given.filter((query) => !isUnanswerable(query, byQuery.get(query.id)));
  const all = { queries: queries.filter(({ id }) => byQuery.has(id)), judging: null };
  const first = acts.filter(({ round }) => round === FIRST_ROUND);
  const ofQuery = groupBy(first, ({ query }) => query);
  if (!plan || ofQuery.size === 0) return all;
  // Of a question whose passages an earlier version drew, not all are judged.
  const completed = new Set(plan.queue === 'passages' ? [] : plan.completed);
  const isGiven = (id: QueryId): boolean => {
    const byHand = new Set((ofQuery.get(id) ?? []).map(placeKey));
    return (byQuery.get(id) ?? []).some((judgment) => !byHand.has(judgedKey(judgment)));
  };
  const isComplete = (id: QueryId): boolean => byQuery.has(id) && (completed.has(id) || isGiven(id));
  if (queries.every(({ id }) => isComplete(id))) return all;
  const ids = queries.map(({ id }) => id);
  const order = questionOrder(plan.seed, ids);
  const head = completedPrefix(order, (at) => isComplete(queries[at]!.id));
  const counted = new Set(head);
  return {
    queries: queries.filter((_, at) => counted.has(at)),
    judging: { queue: 'questions', seed: plan.seed, complete: head.length, of: queries.length },
  };
}
