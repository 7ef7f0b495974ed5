import { problem, type ProblemLog, type ProblemPlace } from '../dataset/problem';
import { isMembers, kindOf, memberOf, parseJson } from '../dataset/readers/json-records';
import { holdersOf, valuesBy } from '../dataset/readers/paths';
import { linesOf, type SourceText, wholeText } from '../dataset/source';
import type { QuestionSplit } from '../../base/types';
import { splitNamed } from '../splits/splits';
import { extensionOf } from '../../base/paths';
import { csvHeader } from '../dataset/readers/csv';
import { GROUND_TRUTH_FIELDS, groundTruthIn, unanswerableIn } from '../dataset/readers/question-fields';
import { parseGrade } from '../dataset/readers/grade';
import { looksLikeList, textsIn } from '../dataset/readers/lists';
import { asId, type DataRecord, readRecords } from '../dataset/readers/records';
import { NAMES, plainName } from '../dataset/roles/names';

interface QueryOfSet {
  readonly text: string;
  /** Null where the set gives none. */
  readonly answer: string | null;
  readonly at: ProblemPlace;
}

const isQuerySet = (head: string): boolean => /^\s*\{[^]*"querySetQueries"\s*:/.test(head);

/**
 * Query sets of OpenSearch (https://docs.opensearch.org/latest/search-plugins/search-relevance/query-sets/):
 * `querySetQueries` of `{queryText, referenceAnswer}`, also in a response. @throws {SourceFailure} as the source does
 */
async function readQuerySets(source: SourceText, log: ProblemLog): Promise<QueryOfSet[]> {
  const file = source.path;
  const lacks = (got: unknown, field: string): void =>
    log.add(problem('wrong-shape', { file, field }, 'list', kindOf(got)));
  const sets = holdersOf('querySetQueries', parseJson(await wholeText(source), file, log));
  const queries = sets.flatMap((set) => valuesBy('querySetQueries[]', set.value, set.at, lacks));
  return queries.flatMap(({ value, at: field }): QueryOfSet[] => {
    const text = isMembers(value) ? value['queryText'] : value;
    const answer = memberOf(value, 'referenceAnswer');
    if (typeof text === 'string')
      return [
        { text: text.trim(), answer: (typeof answer === 'string' && answer.trim()) || null, at: { file, field } },
      ];
    log.add(problem('wrong-shape', { file, field: `${field}.queryText` }, 'text', kindOf(text)));
    return [];
  });
}

export interface GivenTruth {
  readonly text: string;
  /** An answer may stand in a document, and says nothing of passages where it does not. */
  readonly isAnswer?: true;
  readonly at: ProblemPlace;
}

export interface GivenQuestion {
  readonly text: string;
  readonly id: string | null;
  readonly answer: string | null;
  readonly split: QuestionSplit | null;
  readonly unanswerable: boolean;
  readonly truths: readonly GivenTruth[];
  /** Documents that have the answer, as the file names them. */
  readonly sources: readonly string[];
  readonly at: ProblemPlace;
}

const BARE = { id: null, answer: null, split: null, unanswerable: false, truths: [], sources: [] };

const QUESTION_FIELDS = [...NAMES.question, 'text'];
const RETRIEVED = ['retrieved_contexts', 'retrieved_context_ids', 'contexts'];
const ID_FIELDS = [...NAMES['question-id'], 'id', '_id'];

/** `ground_truth`, also `ground_truth_2`, `ground_truth 3`: several columns are several texts. */
const TRUTH_COLUMN = new RegExp(
  String.raw`^(?:${[...GROUND_TRUTH_FIELDS, ...NAMES.quotation].join('|')}|ground_truth_text|reference_context|contexts?)[ _-]?\d*$`,
);

/** One question per line, a table with question, answer and ground_truth, or an OpenSearch query set. Merges rows. */
export async function readQuestions(source: SourceText, log: ProblemLog): Promise<GivenQuestion[]> {
  const head = await source.head();
  if (isQuerySet(head)) {
    return mergedQuestions((await readQuerySets(source, log)).map((query) => ({ ...BARE, ...query })));
  }
  const isLines = isPlain(source.path, head);
  const rows = await (isLines ? fromLines(source) : fromRecords(source, log));
  if (isLines && rows.length === 0) log.add(problem('empty-file', { file: source.path }));
  return mergedQuestions(rows);
}

const TABLES = ['csv', 'tsv'];

/** A text file is a table too where its first line names the columns. */
const isTable = (path: string, head: string): boolean =>
  !startsAsJson(head) && (TABLES.includes(extensionOf(path)) || hasQuestionColumn(csvHeader(head)));

const isPlain = (path: string, head: string): boolean =>
  !['json', 'jsonl', 'ndjson', ...TABLES].includes(extensionOf(path)) && !startsAsJson(head) && !isTable(path, head);

const startsAsJson = (head: string): boolean => /^\s*(?:\{\s*"|\[\s*\{)/.test(head);

const hasQuestionColumn = (names: readonly string[]): boolean =>
  names.length > 1 && names.some((name) => QUESTION_FIELDS.includes(plainName(name)));

const NUMBERED = /^\s*\d{1,4}\s*[.)、]\s*/;

async function fromLines(source: SourceText): Promise<GivenQuestion[]> {
  const lines: { text: string; line: number }[] = [];
  for await (const block of source.blocks())
    for (const { text, number } of linesOf(block))
      lines.push({ text: text.replace(/^\ufeff/, '').trim(), line: number });
  // “3. What …” is a number where all lines have one, and part of the question otherwise.
  const areNumbered = lines.length > 1 && lines.every(({ text }) => NUMBERED.test(text));
  return lines.map(({ text, line }) => ({
    ...BARE,
    text: areNumbered ? text.replace(NUMBERED, '') : text,
    at: { file: source.path, line },
  }));
}

async function fromRecords(source: SourceText, log: ProblemLog): Promise<GivenQuestion[]> {
  const found: GivenQuestion[] = [];
  for await (const records of readRecords(source, ['question', 'answer', 'ground_truth'], log, () => undefined))
    for (const record of records) found.push(...question(record, [...record.fields.keys()], log));
  return found;
}

function question(record: DataRecord, names: readonly string[], log: ProblemLog): GivenQuestion[] {
  const { fields } = record;
  const first = (wanted: readonly string[]): string | undefined =>
    wanted.flatMap((name) => [...fields.keys()].filter((key) => plainName(key) === name))[0];
  const textOf = (field: string | undefined) => (field === undefined ? '' : (asId(fields.get(field))?.trim() ?? ''));
  const asked = first(QUESTION_FIELDS);
  const written = asked === undefined ? undefined : fields.get(asked);
  if (typeof written !== 'string') {
    const [column, ...also] = QUESTION_FIELDS.slice(0, 4);
    const got = asked === undefined ? { names: names.slice(0, 8) } : 'other';
    log.add(problem('wrong-shape', record.place(asked), { column: column!, also }, got));
    return [];
  }
  const given = [...fields.keys()]
    .filter((name) => TRUTH_COLUMN.test(plainName(name)))
    .flatMap((name) => (groundTruthIn(record, name, log) ?? []).map((text) => ({ text, at: record.place(name) })));
  const answerField = first(NAMES.answer);
  const answer = textOf(answerField) || null;
  // Beside what was retrieved it is the answer of a system.
  const wasAnswered = RETRIEVED.some((name) => fields.has(name));
  const truths: GivenTruth[] =
    given.length === 0 && answer !== null && !wasAnswered
      ? [{ text: answer, isAnswer: true, at: record.place(answerField) }]
      : given;
  const sourceField = first(NAMES.document);
  const isList = sourceField !== undefined && looksLikeList(textOf(sourceField) || '[');
  const sources = isList ? (textsIn(record, sourceField, log) ?? []) : [textOf(sourceField)];
  const id = textOf(first(ID_FIELDS)) || null;
  const split = splitNamed(textOf(first(NAMES.split)));
  const unanswerable = unanswerableIn(record, log);
  if (unanswerable && given.length > 0) log.add(problem('unanswerable-judged', given[0]!.at, id ?? written.trim()));
  const gradeField = first(NAMES.grade);
  // A table of judged pairs names documents that are not relevant, too.
  const isRelevant = gradeField === undefined || (parseGrade(textOf(gradeField)) ?? 1) > 0;
  const named = sources.filter((name) => name !== '' && isRelevant && !unanswerable);
  return [
    {
      text: written.trim(),
      id,
      answer,
      split,
      unanswerable,
      truths: unanswerable ? [] : truths,
      sources: named,
      at: record.place(),
    },
  ];
}

export function mergedQuestions(rows: readonly GivenQuestion[]): GivenQuestion[] {
  const byText = new Map<string, GivenQuestion>();
  for (const row of rows) {
    if (row.text === '') continue;
    const known = byText.get(row.text);
    const more = row.truths.filter(({ text }) => !known?.truths.some((truth) => truth.text === text));
    byText.set(
      row.text,
      known
        ? {
            ...known,
            answer: known.answer ?? row.answer,
            split: known.split ?? row.split,
            unanswerable: known.unanswerable || row.unanswerable,
            truths: [...known.truths, ...more],
            sources: [...new Set([...known.sources, ...row.sources])],
          }
        : row,
    );
  }
  return [...byText.values()];
}
