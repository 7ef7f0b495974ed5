import type { Questions } from '../../contract/storage';
import { docId, queryId, type DocId, type QueryId } from '../../domain/types';

export interface DraftJudgment {
  readonly doc: string;
  /** As it was typed. */
  readonly grade: string;
}

/** A question in the editor. `key` stays while id and text are typed. */
export interface DraftQuestion {
  readonly key: number;
  readonly id: string;
  readonly text: string;
  readonly judgments: readonly DraftJudgment[];
  /** Not saved yet: its id may still be chosen. */
  readonly isNew: boolean;
}

export interface DraftProblem {
  readonly key: number;
  readonly field: 'id' | 'text' | 'judgments';
  readonly message: string;
}

export function draftQuestions(questions: Questions): DraftQuestion[] {
  const judgments = new Map<QueryId, DraftJudgment[]>(questions.queries.map((query) => [query.id, []]));
  for (const { query, doc, grade } of questions.judgments) judgments.get(query)?.push({ doc, grade: String(grade) });
  return questions.queries.map(({ id, text }, key) => ({ key, id, text, judgments: judgments.get(id)!, isNew: false }));
}

export function checkDraft(draft: readonly DraftQuestion[], isDoc: (id: DocId) => boolean): DraftProblem[] {
  const uses = new Map<string, number>();
  for (const { id } of draft) uses.set(id.trim(), (uses.get(id.trim()) ?? 0) + 1);
  return draft.flatMap((question) => {
    const { key } = question;
    const id = question.id.trim();
    const problems: DraftProblem[] = [];
    if (id === '') problems.push({ key, field: 'id', message: 'Give the question an id.' });
    else if (uses.get(id)! > 1)
      problems.push({ key, field: 'id', message: `Another question has the id “${id}”. Choose one that is free.` });
    if (question.text.trim() === '')
      problems.push({ key, field: 'text', message: 'The question has no text. Write it, or delete the question.' });
    const judgment = question.judgments.map((each) => judgmentProblem(each, isDoc)).find((message) => message !== null);
    if (judgment) problems.push({ key, field: 'judgments', message: judgment });
    return problems;
  });
}

function judgmentProblem({ doc, grade }: DraftJudgment, isDoc: (id: DocId) => boolean): string | null {
  if (!isDoc(docId(doc))) return `There is no document “${doc}” in this collection. Remove the judgment.`;
  if (!/^-?\d+$/.test(grade.trim()) || !Number.isSafeInteger(Number(grade)))
    return `The grade of “${doc}” must be a whole number: 0 for not relevant, 1 and more for relevant.`;
  return null;
}

/** The draft as it is saved; to be called on a draft without problems. */
export function questionsOf(draft: readonly DraftQuestion[]): Questions {
  const queries = draft.map(({ id, text }) => ({ id: queryId(id.trim()), text: text.trim() }));
  const judgments = draft.flatMap(({ id, judgments: own }) =>
    own.map(({ doc, grade }) => ({ query: queryId(id.trim()), doc: docId(doc), grade: Number(grade) })),
  );
  return { queries, judgments };
}

/** An id that no question has: `new-1`, `new-2`, … */
export function freeId(draft: readonly DraftQuestion[]): string {
  const taken = new Set(draft.map(({ id }) => id.trim()));
  let n = 1;
  while (taken.has(`new-${n}`)) n++;
  return `new-${n}`;
}
