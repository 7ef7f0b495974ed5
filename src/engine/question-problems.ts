import type { Questions } from '../contract/storage';
import type { DocId, Judgment } from '../domain/types';

/**
 * What is wrong with edited questions, in a sentence each; empty where nothing is.
 *
 * @param docs the length of each document's text; null where the collection is judgments alone: any document may then be judged, and questions have no text
 */
export function questionProblems({ queries, judgments }: Questions, docs: ReadonlyMap<DocId, number> | null): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const { id, text } of queries) {
    if (id === '') problems.push('A question has no id.');
    if (ids.has(id)) problems.push(`Two questions have the id “${id}”.`);
    if (docs !== null && text.trim() === '') problems.push(`Question “${id}” has no text.`);
    ids.add(id);
  }
  const pairs = new Set<string>();
  for (const { query, doc, grade, span } of judgments) {
    const pair = JSON.stringify([query, doc, span?.start, span?.end]);
    if (!ids.has(query)) problems.push(`A judgment names the question “${query}”, which is not there.`);
    if (docs !== null && !docs.has(doc))
      problems.push(`A judgment of question “${query}” names the document “${doc}”, which is not there.`);
    if (!Number.isInteger(grade)) problems.push(`The grade of “${doc}” for question “${query}” is not a whole number.`);
    if (span && !isWithin(span, docs?.get(doc) ?? Infinity))
      problems.push(`A judgment of question “${query}” is of a part that “${doc}” does not have.`);
    if (pairs.has(pair)) problems.push(`“${doc}” is judged twice for question “${query}”.`);
    pairs.add(pair);
  }
  return problems;
}

const isWithin = ({ start, end }: NonNullable<Judgment['span']>, length: number): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= length;
