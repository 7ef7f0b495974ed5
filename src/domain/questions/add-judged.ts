import { type DocId, type Judgment, type Place, type Query, queryId, type QueryId } from '../types';
import { questionKey, type QuestionSet } from './add';

/** A passage that a person judged: a part of a document, or all of it. */
export interface JudgedPlace {
  readonly at: Place | DocId;
  /** Null takes a judgment of this very place back. */
  readonly grade: number | null;
}

/** A question that a person wrote, with what was judged for it. */
export interface JudgedQuestion {
  readonly text: string;
  /** Empty where there is none. */
  readonly answer: string;
  readonly judged: readonly JudgedPlace[];
}

export interface AddedJudged<T extends QuestionSet> {
  readonly questions: T;
  readonly id: QueryId;
  /** False where the collection had the question, which then has the judgments too. */
  readonly isNew: boolean;
}

/**
 * Adds a question with its judgments behind those that are there. Where the collection has the question already, that one
 * gets the judgments: one of the same place is replaced, all others stay. What it needs is then told by its judgments
 * alone, unless everything that was added is not relevant: needs were made from the judgments of before.
 */
export function addJudged<T extends QuestionSet>(before: T, question: JudgedQuestion): AddedJudged<T> {
  const key = questionKey(question.text);
  const known = before.queries.find(({ text }) => questionKey(text) === key);
  const id = known?.id ?? freeId(before);
  const judgments = question.judged.flatMap(({ at, grade }) => (grade === null ? [] : [judgmentOf(id, at, grade)]));
  const places = new Set(question.judged.map(({ at }) => placeKey(judgmentOf(id, at, 0))));
  const kept = before.judgments.filter((judgment) => !places.has(placeKey(judgment)));
  const answer = question.answer.trim();
  const queries = known
    ? before.queries.map((query) => (query === known && answer !== '' ? { ...query, answer } : query))
    : [...before.queries, written(id, question.text, answer)];
  const saysOther = judgments.some(({ grade }) => grade > 0) || kept.length < before.judgments.length;
  const { requirements, ...others } = before;
  const needs = requirements?.filter(({ query }) => query !== id || !saysOther) ?? [];
  return {
    // The rest of T is as it was.
    questions: {
      ...others,
      queries,
      judgments: [...kept, ...judgments],
      ...(needs.length > 0 && { requirements: needs }),
    } as unknown as T,
    id,
    isNew: known === undefined,
  };
}

const written = (id: QueryId, text: string, answer: string): Query => ({
  id,
  text: text.trim(),
  origin: 'written',
  ...(answer !== '' && { answer }),
});

const judgmentOf = (query: QueryId, at: Place | DocId, grade: number): Judgment =>
  typeof at === 'string'
    ? { query, doc: at, grade }
    : { query, doc: at.doc, grade, span: { start: at.start, end: at.end } };

const placeKey = ({ query, doc, span }: Judgment): string => JSON.stringify([query, doc, span?.start, span?.end]);

function freeId({ queries }: QuestionSet): QueryId {
  const taken = new Set<string>(queries.map(({ id }) => id));
  let n = 1;
  while (taken.has(`written-${n}`)) n++;
  return queryId(`written-${n}`);
}
