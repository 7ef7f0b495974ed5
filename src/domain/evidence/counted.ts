import { groupBy } from '../../base/containers';
import { hashText } from '../../base/hash';
import type { Judgment, Query, QueryId } from '../../base/types';
import { FIRST_ROUND, type JudgingAct } from '../judging/acts';
import { opinionKey } from '../judging/places';
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

/** Of some questions in random order the given ones, and the head of the others, as far as they are complete. */
export function countedPositions(
  order: readonly number[],
  isGiven: (index: number) => boolean,
  isComplete: (index: number) => boolean,
): number[] {
  const others = order.filter((index) => !isGiven(index));
  return [...order.filter(isGiven), ...completedPrefix(others, isComplete)];
}

/** Questions with judgments of the collection's own, also where they were judged again by hand since. */
export function givenQuestions(
  judgments: readonly Judgment[],
  acts: readonly JudgingAct[],
  given: readonly QueryId[] = [],
): ReadonlySet<QueryId> {
  const byHand = new Set(acts.filter(({ round }) => round === FIRST_ROUND).map(opinionKey));
  const own = judgments.filter((judgment) => !byHand.has(opinionKey(judgment)));
  return new Set([...given, ...own.map(({ query }) => query)]);
}

export interface CountedQuestions {
  readonly queries: readonly Query[];
  /** Null where every question is judged completely, or most of those that count came with judgments. */
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
 * The judged questions with an answer. Those that came with judgments count, whatever is added by hand; of the others,
 * while they are judged in random order, only the completed ones at its head do.
 */
export function countedQuestions(
  { queries: all, judgments }: Judged,
  plan: JudgingPlan | null,
  acts: readonly JudgingAct[],
): CountedQuestions {
  const byQuery = groupBy(judgments, ({ query }) => query);
  const queries = all.filter((query) => !isUnanswerable(query, byQuery.get(query.id)));
  const judged = { queries: queries.filter(({ id }) => byQuery.has(id)), judging: null };
  if (!plan || !acts.some(({ round }) => round === FIRST_ROUND)) return judged;
  const given = givenQuestions(judgments, acts, plan.given);
  // Of a question whose passages an earlier version drew, not all are judged.
  const completed = new Set(plan.queue === 'passages' ? [] : plan.completed);
  const ids = queries.map(({ id }) => id);
  const isIn = (some: ReadonlySet<QueryId>) => (at: number) => some.has(ids[at]!) && byQuery.has(ids[at]!);
  const order = questionOrder(plan.seed, ids);
  const counted = new Set(countedPositions(order, isIn(given), isIn(completed)));
  const { size: complete } = counted;
  const areMostGiven = 2 * order.filter(isIn(given)).length > complete;
  const isDone = areMostGiven || complete === ids.length;
  return {
    queries: queries.filter((_, at) => counted.has(at)),
    judging: isDone ? null : { queue: 'questions', seed: plan.seed, complete, of: ids.length },
  };
}
