import type { Problem } from '../../base/problem';
import { type QuestionProblems, HitrateError } from '../../contract/errors';
import type { Questions, CollectionRecord } from '../../contract/storage';
import { isBlank } from '../../domain/chunk/spans';
import { isGrade } from '../../domain/dataset/readers/grade';
import type { DocId, Need, QueryId, Span } from '../../base/types';
import { type Ports, requireCollection } from '../kernel/ports';
import { countsOf } from '../../contract/storage';
import { withActs } from './stored-questions';

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

/** @param before what was edited: a changed merged grade is one more act; null if unknown */
export async function saveQuestions(
  ports: Ports,
  id: string,
  edited: Questions,
  base: number,
  before: Questions | null = null,
): Promise<CollectionRecord> {
  await requireCollection(ports, id);
  const docs = await ports.storage.collections.docs(id);
  const acts = await editsOf(ports, id, edited, before);
  const questions = await withActs(ports, id, edited, () => Promise.resolve(docs), acts);
  const found = questionProblems(questions, docs.length > 0 ? new Map(docs.map(({ id, text }) => [id, text])) : null);
  const problems = found.length > 0 ? await newProblems(ports, id, found) : found;
  if (problems.length > 0) throw new HitrateError('questions-invalid', { problems });
  return ports.storage.questions.save(id, base, questions, countsOf({ docs, ...questions }), { acts });
}

/** What was imported without its document stays judged. */
async function newProblems(ports: Ports, id: string, problems: readonly Problem<QuestionProblems>[]) {
  const { judgments } = await ports.storage.questions.get(id);
  const judged = new Set(judgments.map(({ doc }) => doc));
  return problems.filter((each) => each.code !== 'judgment-without-document' || !judged.has(each.data.doc));
}

async function editsOf({ storage }: Ports, id: string, edited: Questions, before: Questions | null) {
  const judges = before && (await storage.judges.get(id));
  if (!judges) return [];
  const { editsOfMerged } = await import('../../domain/judging/merge');
  const { judgments: kept } = await storage.questions.get(id);
  return editsOfMerged(edited.judgments, { base: before.judgments, kept }, judges, Date.now());
}
