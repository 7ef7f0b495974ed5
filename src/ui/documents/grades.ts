import type { DocId, QueryId } from '../../base/types';
import type { Questions } from '../../contract/storage';

export type Grades = ReadonlyMap<DocId, number>;

export const indexById = <Id, T extends { readonly id: Id }>(items: readonly T[]): ReadonlyMap<Id, T> =>
  new Map(items.map((item) => [item.id, item]));

export function gradesByQuestion({ judgments }: Questions): ReadonlyMap<QueryId, Grades> {
  const grades = new Map<QueryId, Map<DocId, number>>();
  for (const { query, doc, grade } of judgments) {
    const known = grades.get(query);
    // Of several judged parts of a document the best counts.
    if (known) known.set(doc, Math.max(grade, known.get(doc) ?? -Infinity));
    else grades.set(query, new Map([[doc, grade]]));
  }
  return grades;
}

export const NO_GRADES: Grades = new Map();

export const judgedQuestions = (grades: ReadonlyMap<QueryId, Grades>): ReadonlySet<QueryId> => new Set(grades.keys());
