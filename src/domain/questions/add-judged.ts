import { foldNeeds } from '../judging/fold';
import { judgedKey, type JudgedPlace, placeKey, type Places } from '../judging/places';
import type { DocId, Judgment, Place, Query, QueryId } from '../../base/types';
import { freeId, questionKey, type QuestionSet } from './add';

export interface GradedPlace {
  readonly at: Place | DocId;
  /** Null takes a judgment of this very place back. */
  readonly grade: number | null;
}

export interface JudgedQuestion {
  readonly text: string;
  /** Empty where there is none. */
  readonly answer: string;
  readonly judged: readonly GradedPlace[];
}

export interface AddedJudged<T extends QuestionSet> {
  readonly questions: T;
  readonly id: QueryId;
  /** False where the collection had the question, which then has the judgments too. */
  readonly isNew: boolean;
}

/**
 * Appends a question with its judgments. An existing question gets them instead: same places are replaced, others stay.
 * Needs change as by manual judging.
 */
export function addJudged<T extends QuestionSet>(before: T, question: JudgedQuestion, places: Places): AddedJudged<T> {
  const key = questionKey(question.text);
  const known = before.queries.find(({ text }) => questionKey(text) === key);
  const id = known?.id ?? freeId(new Set(before.queries.map((query) => query.id)), 'written');
  const graded = question.judged.map(({ at, grade }) => ({ query: id, ...placed(at), grade }));
  const judgments = graded.flatMap((each) => (each.grade === null ? [] : [judgmentOf(each, each.grade)]));
  const changed = new Set(graded.map(placeKey));
  const kept = before.judgments.filter((each) => each.query !== id || !changed.has(judgedKey(each)));
  const answer = question.answer.trim();
  const queries = known
    ? before.queries.map((query) => (query === known && answer !== '' ? { ...query, answer } : query))
    : [...before.queries, written(id, question.text, answer)];
  const { requirements, ...others } = before;
  const needs = foldNeeds(requirements ?? [], graded, places);
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

const placed = (at: Place | DocId): JudgedPlace =>
  typeof at === 'string' ? { doc: at, span: null } : { doc: at.doc, span: { start: at.start, end: at.end } };

const judgmentOf = ({ query, doc, span }: JudgedPlace & { query: QueryId }, grade: number): Judgment => ({
  query,
  doc,
  grade,
  ...(span ? { span } : {}),
});
