import type { Questions } from '../../contract/storage';
import { isBlank } from '../../domain/chunk/chunk';
import { isGrade, MAX_GRADE } from '../../domain/dataset/readers/grade';
import type { DocId, Need, Span } from '../../base/types';

/**
 * What is wrong with edited questions, in a sentence each; empty where nothing is.
 *
 * @param docs the text of each document; null where the collection is judgments alone: any document may then be judged, and questions have no text
 */
export function questionProblems(
  { queries, judgments, requirements = [] }: Questions,
  docs: ReadonlyMap<DocId, string> | null,
): string[] {
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
    if (!isGrade(grade))
      problems.push(
        `The grade of “${doc}” for question “${query}” is not a whole number from −${MAX_GRADE} to ${MAX_GRADE}.`,
      );
    const text = docs?.get(doc);
    if (span && !isWithin(span, text?.length ?? Infinity))
      problems.push(`A judgment of question “${query}” is of a part that “${doc}” does not have.`);
    else if (span && text !== undefined && isBlank(text, span))
      problems.push(
        `A judgment of question “${query}” is of white space alone in “${doc}” (${span.start}–${span.end}): ` +
          'no passage could be found for it. Remove the judgment.',
      );
    if (pairs.has(pair)) problems.push(`“${doc}” is judged twice for question “${query}”.`);
    pairs.add(pair);
  }
  for (const { query, needs } of requirements)
    if (docs !== null && needs.some((need) => isBlankNeed(need, docs)))
      problems.push(
        `Something that question “${query}” needs is white space alone: no passage could be found for it. ` +
          'Judge a part with text instead.',
      );
  return problems;
}

/** Whether a need has places, and all of them are white space. */
const isBlankNeed = ({ places = [] }: Need, docs: ReadonlyMap<DocId, string>): boolean =>
  places.length > 0 && places.every((place) => isBlank(docs.get(place.doc) ?? '', place));

const isWithin = ({ start, end }: Span, length: number): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= length;
