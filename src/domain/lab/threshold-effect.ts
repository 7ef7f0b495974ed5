import { isRelevant } from '../measures/judge';
import { rank } from '../run/order';
import type { Qrels, QueryId, Run } from '../../base/types';

/** What a threshold needs to know of a question. */
export interface ThresholdQuestion {
  readonly id: QueryId;
  /** Of its list, best first, as many as are looked at. */
  readonly scores: Float64Array;
  /** How many of the first 0, 1, 2 … of the list are relevant: one entry more than there are scores. */
  readonly relevant: Uint32Array;
  /** Relevant documents in the judgments, found or not. */
  readonly total: number;
}

/** Lowest score that is kept; null keeps all. */
export type Threshold = number | null;

/** What is kept by thresholds, over some questions. Shares are 0 to 1. */
export interface ThresholdEffect {
  /** Mean F of all questions; 0 for a question of which nothing relevant is kept. */
  readonly f: number;
  /** Mean share of relevant passages among those kept, of the questions that keep any; null where none does. */
  readonly precision: number | null;
  /** Mean share of the relevant documents that are kept, of the questions that have any; null where none has. */
  readonly recall: number | null;
  /** Share of questions that keep nothing: their answer is empty. */
  readonly empty: number;
  /** Mean number of passages kept, of all questions. */
  readonly kept: number;
  /** Questions without any relevant document, for which an empty answer is right, and those of them that have it. */
  readonly unanswerable: number;
  readonly rightlyEmpty: number;
}

/**
 * @param most passages that are looked at in each list: what a person is shown, or another program is given
 * @param relevance lowest grade that counts as relevant
 */
export function thresholdQuestions(
  run: Run,
  queries: readonly QueryId[],
  qrels: Qrels,
  { most, relevance }: { readonly most: number; readonly relevance: number },
): ThresholdQuestion[] {
  return queries.map((id) => {
    const list = rank(run.get(id) ?? []).slice(0, most);
    const judged = qrels.get(id);
    const relevant = new Uint32Array(list.length + 1);
    list.forEach((hit, i) => {
      relevant[i + 1] = relevant[i]! + Number(isRelevant(judged?.get(hit.id), relevance));
    });
    const total = [...(judged?.values() ?? [])].filter((grade) => isRelevant(grade, relevance)).length;
    return { id, scores: Float64Array.from(list, ({ score }) => score), relevant, total };
  });
}

/** Passages of a question that a threshold keeps. */
export function keptBy({ scores }: ThresholdQuestion, threshold: Threshold): number {
  if (threshold === null) return scores.length;
  let [low, high] = [0, scores.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scores[middle]! >= threshold) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * F_β of the first `kept` passages of a list: (1 + β²) r / (β² R + n), r of n kept passages relevant, R relevant in all; 0
 * where r is 0. With β = 1 the `set_F` of trec_eval; β < 1 is for those who mind wrong passages more than missing ones.
 *
 * van Rijsbergen, “Information Retrieval”, 2nd edition, 1979, chapter 7.
 */
export function fOf({ relevant, total }: ThresholdQuestion, kept: number, beta: number): number {
  const found = relevant[kept]!;
  return found === 0 ? 0 : ((1 + beta * beta) * found) / (beta * beta * total + kept);
}

/** @param kept passages that are kept of each question */
export function readKept(
  questions: readonly ThresholdQuestion[],
  kept: readonly number[],
  beta: number,
): ThresholdEffect {
  let [f, precision, answered, recall, answerable, passages, rightlyEmpty] = [0, 0, 0, 0, 0, 0, 0];
  for (const [i, question] of questions.entries()) {
    const n = kept[i]!;
    const found = question.relevant[n]!;
    f += fOf(question, n, beta);
    passages += n;
    if (n > 0) {
      answered++;
      precision += found / n;
    }
    if (question.total > 0) {
      answerable++;
      recall += found / question.total;
    } else if (n === 0) rightlyEmpty++;
  }
  const of = questions.length;
  return {
    f: f / of,
    precision: answered === 0 ? null : precision / answered,
    recall: answerable === 0 ? null : recall / answerable,
    empty: (of - answered) / of,
    kept: passages / of,
    unanswerable: of - answerable,
    rightlyEmpty,
  };
}

export const readThreshold = (
  questions: readonly ThresholdQuestion[],
  threshold: Threshold,
  beta: number,
): ThresholdEffect =>
  readKept(
    questions,
    questions.map((question) => keptBy(question, threshold)),
    beta,
  );
