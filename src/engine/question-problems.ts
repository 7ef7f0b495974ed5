import type { Questions } from '../contract/storage';
import type { DocId } from '../domain/types';

/**
 * What is wrong with edited questions, in a sentence each; empty where nothing is.
 *
 * @param docs null where the collection is judgments alone: any document may then be judged, and questions have no text
 */
export function questionProblems({ queries, judgments }: Questions, docs: ReadonlySet<DocId> | null): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const { id, text } of queries) {
    if (id === '') problems.push('A question has no id.');
    if (ids.has(id)) problems.push(`Two questions have the id “${id}”.`);
    if (docs !== null && text.trim() === '') problems.push(`Question “${id}” has no text.`);
    ids.add(id);
  }
  const pairs = new Set<string>();
  for (const { query, doc, grade } of judgments) {
    const pair = JSON.stringify([query, doc]);
    if (!ids.has(query)) problems.push(`A judgment names the question “${query}”, which is not there.`);
    if (docs !== null && !docs.has(doc))
      problems.push(`A judgment of question “${query}” names the document “${doc}”, which is not there.`);
    if (!Number.isInteger(grade)) problems.push(`The grade of “${doc}” for question “${query}” is not a whole number.`);
    if (pairs.has(pair)) problems.push(`“${doc}” is judged twice for question “${query}”.`);
    pairs.add(pair);
  }
  return problems;
}
