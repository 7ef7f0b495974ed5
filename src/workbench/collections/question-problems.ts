import type { Problem } from '../../base/problem';
import type { QuestionProblems } from '../../contract/errors';
import type { Questions } from '../../contract/storage';
import { isBlank } from '../../domain/chunk/spans';
import { isGrade } from '../../domain/dataset/readers/grade';
import type { DocId, Need, QueryId, Span } from '../../base/types';

/** @param docs texts by id; null for judgments alone: any document may be judged, and questions lack text */
export function questionProblems(
  { queries, judgments, requirements = [] }: Questions,
  docs: ReadonlyMap<DocId, string> | null,
): Problem<QuestionProblems>[] {
  const problems: Problem<QuestionProblems>[] = [];
  const ids = new Set<QueryId>();
  for (const { id, text } of queries) {
    if (id === '') problems.push({ code: 'question-without-id', data: null });
    if (ids.has(id)) problems.push({ code: 'question-repeated', data: { query: id } });
    if (docs !== null && text.trim() === '') problems.push({ code: 'question-empty', data: { query: id } });
    ids.add(id);
  }
  const pairs = new Set<string>();
  for (const { query, doc, grade, span } of judgments) {
    const pair = JSON.stringify([query, doc, span?.start, span?.end]);
    const data = { query, doc };
    if (!ids.has(query)) problems.push({ code: 'judgment-without-question', data: { query } });
    if (docs !== null && !docs.has(doc)) problems.push({ code: 'judgment-without-document', data });
    if (!isGrade(grade)) problems.push({ code: 'judgment-grade', data });
    const text = docs?.get(doc);
    if (span && !isWithin(span, text?.length ?? Infinity)) problems.push({ code: 'judgment-outside', data });
    else if (span && text !== undefined && isBlank(text, span))
      problems.push({ code: 'judgment-blank', data: { ...data, ...span } });
    if (pairs.has(pair)) problems.push({ code: 'judgment-repeated', data });
    pairs.add(pair);
  }
  for (const { query, needs } of requirements)
    if (docs !== null && needs.some((need) => isBlankNeed(need, docs)))
      problems.push({ code: 'need-blank', data: { query } });
  return problems;
}

const isBlankNeed = ({ places = [] }: Need, docs: ReadonlyMap<DocId, string>): boolean =>
  places.length > 0 && places.every((place) => isBlank(docs.get(place.doc) ?? '', place));

const isWithin = ({ start, end }: Span, length: number): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= length;
