import { firstWhere } from '../../base/containers';
import type { Qrels, QueryId, Run } from '../../base/types';
import { foldsOf } from '../ltr/folds';
import { isRelevant } from '../measures/judge';
import { rank } from '../run/order';
import { DEFAULT_RESAMPLES, DEFAULT_SEED, significant } from '../statistics/significant';
import { figureOf, heldOutFigure } from './figure';
import { FOLDS, MIN_QUESTIONS } from './lab';
import { Resamples } from './resamples';

export interface ThresholdQuestion {
  readonly id: QueryId;
  readonly scores: Float64Array;
  /** How many of the first 0, 1, 2 … of the list are relevant: one entry more than there are scores. */
  readonly relevant: Uint32Array;
  readonly total: number;
}

export type Threshold = number | null;

export interface ThresholdEffect {
  /** Mean F of all questions; 0 for a question of which nothing relevant is kept. */
  readonly f: number;
  /** Mean share of relevant passages among those kept, of the questions that keep any; null where none does. */
  readonly precision: number | null;
  /** Mean share of the relevant documents that are kept, of the questions that have any; null where none has. */
  readonly recall: number | null;
  readonly empty: number;
  readonly kept: number;
  /** Questions without any relevant document, for which an empty answer is right, and those of them that have it. */
  readonly unanswerable: number;
  readonly rightlyEmpty: number;
}

/** @param most passages that are looked at in each list */
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

export const keptBy = ({ scores }: ThresholdQuestion, threshold: Threshold): number =>
  threshold === null ? scores.length : firstWhere(scores.length, (i) => !(scores[i]! >= threshold));

/** (1 + β²) r / (β² R + n), r of n kept relevant, R in all; 0 for r = 0. van Rijsbergen, 1979, chapter 7. */
export function fOf({ relevant, total }: ThresholdQuestion, kept: number, beta: number): number {
  const found = relevant[kept]!;
  return found === 0 ? 0 : ((1 + beta * beta) * found) / (beta * beta * total + kept);
}

function readKept(questions: readonly ThresholdQuestion[], kept: readonly number[], beta: number): ThresholdEffect {
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

export const readThreshold = (questions: readonly ThresholdQuestion[], threshold: Threshold, beta: number) =>
  readKept(
    questions,
    questions.map((question) => keptBy(question, threshold)),
    beta,
  );

/** Means of F that differ by less are equal: they are sums in another order. */
const SAME = 1e-12;

function sorted(questions: readonly ThresholdQuestion[]) {
  const all = Float64Array.from(questions.flatMap(({ scores }) => [...scores]));
  const of = Uint32Array.from(questions.flatMap(({ scores }, q) => Array.from(scores, () => q)));
  const order = Uint32Array.from(all, (_, i) => i).sort((a, b) => all[b]! - all[a]!);
  return { scores: Float64Array.from(order, (i) => all[i]!), questions: Uint32Array.from(order, (i) => of[i]!) };
}

/** Fewest digits near the middle of two scores; of equal ones the lowest. @returns null where all is best kept */
export const bestThreshold = (questions: readonly ThresholdQuestion[], beta: number): Threshold =>
  swept(questions, beta, sorted(questions), () => true);

function swept(
  questions: readonly ThresholdQuestion[],
  beta: number,
  hits: ReturnType<typeof sorted>,
  counts: (question: number) => boolean,
): Threshold {
  const kept = new Uint32Array(questions.length);
  let [sum, best, last] = [0, -Infinity, NaN];
  let threshold: Threshold = null;
  const isBest = (): boolean => {
    const is = sum >= best - SAME * questions.length;
    best = Math.max(sum, best);
    return is;
  };
  for (const [i, q] of hits.questions.entries()) {
    if (!counts(q)) continue;
    const score = hits.scores[i]!;
    if (score < last && isBest()) threshold = between(score, last);
    const question = questions[q]!;
    sum -= fOf(question, kept[q]!, beta);
    sum += fOf(question, ++kept[q]!, beta);
    last = score;
  }
  return isBest() ? null : threshold;
}

/** The number of fewest digits near the middle that is above `low` and not above `high`. */
export function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  for (let digits = 1; digits <= 17; digits++) {
    const number = Number(middle.toPrecision(digits));
    if (number > low && number <= high) return number;
  }
  return high;
}

/** Folds by the best threshold of the others. @throws {RangeError} for fewer questions than {@link MIN_QUESTIONS} */
export function tuneThreshold(questions: readonly ThresholdQuestion[], beta: number) {
  if (questions.length < MIN_QUESTIONS)
    throw new RangeError(
      `${questions.length} questions: choosing a threshold on some and measuring it on others needs ${MIN_QUESTIONS}`,
    );
  const ids = questions.map(({ id }) => id);
  const folds = foldsOf(ids, FOLDS, DEFAULT_SEED);
  const hits = sorted(questions);
  const byFold = Array.from({ length: FOLDS }, (_, fold) => swept(questions, beta, hits, (q) => folds[q] !== fold));
  const chosen = swept(questions, beta, hits, () => true);
  const whole = questions.map(({ scores }) => scores.length);
  const held = questions.map((question, q) => keptBy(question, byFold[folds[q]!]!));
  const same = questions.map((question) => keptBy(question, chosen));
  const fs = (kept: readonly number[]) => significant(questions.map((question, q) => fOf(question, kept[q]!, beta)));
  const resamples = new Resamples(DEFAULT_SEED, DEFAULT_RESAMPLES);
  return {
    beta,
    folds: FOLDS,
    none: readKept(questions, whole, beta),
    /** Each question by the threshold that was chosen without it; its F against that of the whole list. */
    heldOut: readKept(questions, held, beta),
    heldOutF: heldOutFigure(fs(held), fs(whole), FOLDS),
    optimistic: readKept(questions, same, beta),
    optimisticF: figureOf(fs(same), fs(whole), resamples),
    chosen,
    byFold,
  };
}

/** Readings at so many thresholds, evenly from the lowest score of any list to the highest; none without scores. */
export function thresholdCurve(questions: readonly ThresholdQuestion[], beta: number, points: number) {
  let [low, high] = [Infinity, -Infinity];
  for (const { scores } of questions) {
    if (scores.length === 0) continue;
    high = Math.max(high, scores[0]!);
    low = Math.min(low, scores.at(-1)!);
  }
  if (low > high) return [];
  const steps = low === high ? 1 : points;
  return Array.from({ length: steps }, (_, i) => {
    const threshold = i === steps - 1 ? high : low + ((high - low) * i) / (steps - 1);
    return { threshold, ...readThreshold(questions, threshold, beta) };
  });
}
