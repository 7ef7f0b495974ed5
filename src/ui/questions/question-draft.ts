import type { Questions } from '../../contract/storage';
import { isBlank } from '../../domain/chunk/spans';
import { MAX_GRADE, parseGrade } from '../../domain/dataset/readers/grade';
import {
  docId,
  queryId,
  type DocId,
  type Need,
  type Query,
  type QueryId,
  type QuestionSplit,
  type Span,
} from '../../base/types';

export interface DraftPlace {
  readonly doc: string;
  readonly span?: Span;
}

export interface DraftJudgment extends DraftPlace {
  readonly grade: string;
}

export const isSamePlace = (a: DraftPlace, b: DraftPlace): boolean =>
  a.doc === b.doc && a.span?.start === b.span?.start && a.span?.end === b.span?.end;

/** A question in the editor. `key` stays while id and text are typed. */
export interface DraftQuestion {
  readonly key: number;
  readonly id: string;
  readonly text: string;
  readonly judgments: readonly DraftJudgment[];
  readonly origin: { readonly needs: readonly Need[]; readonly judgments: readonly DraftJudgment[] } | null;
  /** Its split, and whether nothing answers it; where it comes from and what should be answered, which are not edited. */
  readonly about: Pick<Query, 'origin' | 'model' | 'answer' | 'split' | 'unanswerable'>;
  readonly isNew: boolean;
}

export interface DraftProblem {
  readonly key: number;
  readonly field: 'id' | 'text' | 'judgments';
  readonly message: string;
}

export function draftQuestions(questions: Questions): DraftQuestion[] {
  const judgments = new Map<QueryId, DraftJudgment[]>(questions.queries.map((query) => [query.id, []]));
  for (const { query, grade, ...place } of questions.judgments)
    judgments.get(query)?.push({ ...place, grade: String(grade) });
  const needs = new Map(questions.requirements?.map((requirement) => [requirement.query, requirement.needs]));
  return questions.queries.map(({ id, text, ...about }, key) => {
    const [own, needed] = [judgments.get(id)!, needs.get(id)];
    const origin = needed ? { needs: needed, judgments: own } : null;
    return { key, id, text, judgments: own, origin, about, isNew: false };
  });
}

export function movedTo(split: QuestionSplit | null, question: DraftQuestion): DraftQuestion {
  const { split: _, ...about } = question.about;
  return { ...question, about: { ...about, ...(split && { split }) } };
}

export function needsOf({ origin, judgments }: DraftQuestion): readonly Need[] | null {
  if (!origin) return null;
  const isSame =
    judgments === origin.judgments ||
    (judgments.length === origin.judgments.length &&
      judgments.every((judgment) =>
        origin.judgments.some((each) => isSamePlace(each, judgment) && each.grade === judgment.grade.trim()),
      ));
  return isSame ? origin.needs : null;
}

/** The draft once it is saved: needs that were dropped do not come back. */
export const settled = (draft: readonly DraftQuestion[]): DraftQuestion[] =>
  draft.map((question) => ({ ...question, origin: needsOf(question) && question.origin, isNew: false }));

/** Text of a document, undefined for what is not in the collection; null where there are no documents, and any may be judged. */
export type TextOf = ((id: DocId) => string | undefined) | null;

/** Without documents a question is found by its id alone, and may have no text. */
export function checkDraft(draft: readonly DraftQuestion[], textOf: TextOf): DraftProblem[] {
  const uses = new Map<string, number>();
  for (const { id } of draft) uses.set(id.trim(), (uses.get(id.trim()) ?? 0) + 1);
  return draft.flatMap((question) => {
    const { key } = question;
    const id = question.id.trim();
    const problems: DraftProblem[] = [];
    if (id === '') problems.push({ key, field: 'id', message: 'Give the question an id.' });
    else if (uses.get(id)! > 1)
      problems.push({ key, field: 'id', message: `Another question has the id “${id}”. Choose one that is free.` });
    if (textOf && question.text.trim() === '')
      problems.push({ key, field: 'text', message: 'The question has no text. Write it, or delete the question.' });
    const judgment = question.judgments
      .map((each) => judgmentProblem(each, textOf))
      .find((message) => message !== null);
    if (judgment) problems.push({ key, field: 'judgments', message: judgment });
    else if (question.about.unanswerable && question.judgments.some(({ grade }) => Number(grade) > 0))
      problems.push({
        key,
        field: 'judgments',
        message: 'The question is marked as without an answer, and has a relevant passage. Remove one of the two.',
      });
    return problems;
  });
}

function judgmentProblem({ doc, span, grade }: DraftJudgment, textOf: TextOf): string | null {
  const text = textOf?.(docId(doc));
  if (text !== undefined && span && isBlank(text, span))
    return `The judged part of “${doc}” is white space alone: no passage could be found for it. Remove the judgment.`;
  if (parseGrade(grade) === null)
    return `The grade of “${doc}” must be a number, ${MAX_GRADE} at most: 0 for not relevant, 1 and more for relevant.`;
  return null;
}

export function questionsOf(draft: readonly DraftQuestion[]): Questions {
  const queries = draft.map(({ id, text, about }) => ({ id: queryId(id.trim()), text: text.trim(), ...about }));
  const judgments = draft.flatMap(({ id, judgments: own }) =>
    own.map(({ doc, grade, ...part }) => ({
      query: queryId(id.trim()),
      doc: docId(doc),
      grade: Number(grade),
      ...part,
    })),
  );
  const requirements = draft.flatMap((question) => {
    const needs = needsOf(question);
    return needs ? [{ query: queryId(question.id.trim()), needs }] : [];
  });
  return { queries, judgments, ...(requirements.length > 0 && { requirements }) };
}

export function freeId(draft: readonly DraftQuestion[]): string {
  const taken = new Set(draft.map(({ id }) => id.trim()));
  let n = 1;
  while (taken.has(`new-${n}`)) n++;
  return `new-${n}`;
}
