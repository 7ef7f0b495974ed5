import { groupBy } from '../../base/containers';
import type { Judgment, Query, QueryId } from '../../base/types';
import { FIRST_ROUND, type JudgingAct } from '../judging/act';
import { judgedKey, placeKey } from '../judging/places';
import type { JudgingPlan, JudgingQueue, DrawnPassages } from '../judging/plan';
import type { SampledFigures } from './sampled-columns';
import { completedPrefix, questionOrder } from './question-order';

/** How far judging by hand is, where it is not done: what the figures of a run can mean depends on it. */
export interface OngoingJudging {
  readonly queue: JudgingQueue;
  /** Of the random order of questions. */
  readonly seed: string;
  /** Questions that are judged completely: in a random order those before the first that is not. */
  readonly complete: number;
  /** Questions of the collection. */
  readonly of: number;
  /** What figures are where passages are drawn; absent before they are estimated. */
  readonly sample?: SampledFigures;
}

/** The sample of passages that judging follows. */
export interface PassageDraw {
  readonly drawn: DrawnPassages;
  /** Passages that are drawn of each question. */
  readonly size: number;
}

export interface CountedQuestions {
  /** That a run is scored on, in the order of the collection. */
  readonly queries: readonly Query[];
  /** Null where every question is judged completely, or nothing is being judged by hand. */
  readonly judging: OngoingJudging | null;
  /** By which the values of these questions are estimated; null where they are not. */
  readonly draw: PassageDraw | null;
}

/** Whether nothing answers a question: a passage that was judged relevant overrules the mark. */
const isUnanswerable = ({ unanswerable }: Query, judgments: readonly Judgment[] = []): boolean =>
  unanswerable === true && !judgments.some(({ grade }) => grade > 0);

/** The questions that are marked as without an answer, and have no relevant passage. */
export function unanswerableQuestions({ queries, judgments }: Judged): Query[] {
  const byQuery = groupBy(judgments, ({ query }) => query);
  return queries.filter((query) => isUnanswerable(query, byQuery.get(query.id)));
}

interface Judged {
  readonly queries: readonly Query[];
  readonly judgments: readonly Judgment[];
}

/**
 * The questions that count in a run. Those with judgments; while questions are judged in random order, only the completed
 * ones at the head of that order, since those are a random sample of all, and a question that is half judged would count
 * what is not judged yet as not relevant. Judgments that came with the collection are complete: nothing else is known of
 * them. Where passages are drawn, a question is complete once those are judged, and its values stay estimates. Questions
 * without an answer count in no measure.
 *
 * @param acts every act of judging by hand
 */
export function countedQuestions(
  { queries: given, judgments }: Judged,
  plan: JudgingPlan | null,
  acts: readonly JudgingAct[],
): CountedQuestions {
  const byQuery = groupBy(judgments, ({ query }) => query);
  const queries = given.filter((query) => !isUnanswerable(query, byQuery.get(query.id)));
  const all = { queries: queries.filter(({ id }) => byQuery.has(id)), judging: null, draw: null };
  const ofQuery = groupBy(
    acts.filter(({ round }) => round === FIRST_ROUND),
    ({ query }) => query,
  );
  if (!plan || ofQuery.size === 0) return all;
  const completed = new Set(plan.completed);
  const isGiven = (id: QueryId): boolean => {
    const byHand = new Set((ofQuery.get(id) ?? []).map(placeKey));
    return (byQuery.get(id) ?? []).some((judgment) => !byHand.has(judgedKey(judgment)));
  };
  const draw = plan.queue === 'passages' && plan.drawn ? { drawn: plan.drawn, size: plan.sample } : null;
  const isComplete = (id: QueryId): boolean => byQuery.has(id) && (completed.has(id) || (draw === null && isGiven(id)));
  // A question of which all that is drawn is judged has an estimate, and not a complete value.
  if (queries.every(({ id }) => (plan.queue === 'passages' ? isGiven(id) : isComplete(id)))) return all;
  const sampled = plan.queue !== 'informative';
  const order = questionOrder(
    plan.seed,
    queries.map(({ id }) => id),
  );
  const head = sampled
    ? completedPrefix(order, (at) => isComplete(queries[at]!.id))
    : order.filter((at) => isComplete(queries[at]!.id));
  const counted = new Set(head);
  return {
    queries: sampled ? queries.filter((_, at) => counted.has(at)) : all.queries,
    judging: { queue: plan.queue, seed: plan.seed, complete: head.length, of: queries.length },
    draw,
  };
}
