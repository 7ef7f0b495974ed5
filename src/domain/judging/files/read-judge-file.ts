import { type ProblemPlace, problem, type ProblemLog } from '../../dataset/problem';
import { fieldNames, gradeIn, idIn, optionalTextIn, readRecords, type DataRecord } from '../../dataset/readers/records';
import type { SourceText } from '../../dataset/source';
import { docId, type Doc, type DocId, type Query, type QueryId, type Span } from '../../../base/types';
import { placeOf } from '../../chunk/recursive';
import { normaliseText } from '../../dataset/ground-truth-texts';
import { judgmentFormatOf } from '../../dataset/formats/judgments';
import type { JudgmentSink } from '../../dataset/formats/format';

interface GivenGrade {
  /** Empty in a file of one judge, who is named by the person that adds it. */
  readonly judge: string;
  /** Id or text of the question. */
  readonly query: string;
  /** Id of a document, or of a passage. */
  readonly doc: string;
  readonly grade: number;
  /** Empty where there is none. */
  readonly reason: string;
  readonly at: ProblemPlace;
}

/** Columns by their names in small letters; of several that fit, the first of the file. */
const COLUMNS = {
  query: /^(?:(?:query|question|topic|q)(?:[-_ ]?(?:id|no|text))?|qid)$/,
  doc: /^(?:(?:corpus|document|doc|passage|chunk|p)(?:[-_ ]?(?:id|no))?)$/,
  grade: /^(?:score|grade|relevance|rel|label|rating)$/,
  judge: /^(?:judge|annotator|assessor|rater|labell?er|reviewer|evaluator|coder)(?:[-_ ]?(?:id|name))?$/,
  reason: /^(?:reason|comment|note|rationale|explanation|justification|remark)s?$/,
} as const;
type Column = keyof typeof COLUMNS;

const columnIn = (names: Iterable<string>, column: Column): string | undefined =>
  [...names].find((name) => COLUMNS[column].test(name));

/** Whether a table names its judges, or gives reasons: other tables of judgments are read by their own formats. */
async function isJudgeTable(source: SourceText): Promise<boolean> {
  const names = fieldNames(await source.head());
  const has = (column: Column): boolean => columnIn(names, column) !== undefined;
  return has('query') && has('doc') && has('grade') && (has('judge') || has('reason'));
}

/**
 * Grades of a table (CSV, TSV, JSON Lines, JSON) with the columns question, document and grade, and with the judge's name,
 * the reason, or both. A line without a judge in a table that has judges is reported: nobody can tell whose it is.
 *
 * @throws {SourceFailure} as the source does
 */
async function readJudgeTable(source: SourceText, log: ProblemLog): Promise<GivenGrade[]> {
  const found: GivenGrade[] = [];
  const names = fieldNames(await source.head());
  const judged = columnIn(names, 'judge');
  for await (const records of readRecords(source, ['query-id', 'corpus-id', 'score', 'judge'], log, () => undefined))
    for (const record of records) {
      const grade = readGrade(record, judged, log);
      if (grade) found.push(grade);
    }
  return found;
}

function readGrade(record: DataRecord, judged: string | undefined, log: ProblemLog): GivenGrade | null {
  const column = (which: Column, usual: string): string => columnIn(record.fields.keys(), which) ?? usual;
  const query = idIn(record, column('query', 'query-id'), log);
  const doc = idIn(record, column('doc', 'corpus-id'), log);
  const grade = gradeIn(record, column('grade', 'score'), log);
  const reason = optionalTextIn(record, column('reason', 'reason'), log);
  const judge = judged === undefined ? '' : nameIn(record, column('judge', judged), log);
  if (query === null || doc === null || grade === null || reason === null || judge === null) return null;
  return { judge, query, doc, grade, reason: reason.trim(), at: record.place() };
}

/** A name may be a number, as ids of people are. */
function nameIn(record: DataRecord, column: string, log: ProblemLog): string | null {
  const value = record.fields.get(column);
  const name = value == null || value === '' ? '' : idIn(record, column, log)?.trim();
  if (name === '') log.add(problem('missing-judge', record.place(column)));
  return name || null;
}

/** A grade of a place in the open collection. */
export interface PlacedGrade extends Pick<GivenGrade, 'judge' | 'grade' | 'reason' | 'at'> {
  readonly query: QueryId;
  readonly doc: DocId;
  readonly span: Span | null;
}

export interface JudgeFile {
  readonly path: string;
  readonly namesJudges: boolean;
  readonly grades: readonly PlacedGrade[];
}

/** @param docs none where a collection has judgments and runs alone */
interface JudgedCollection {
  readonly queries: readonly Pick<Query, 'id' | 'text'>[];
  readonly docs: readonly Pick<Doc, 'id' | 'text'>[];
}

/**
 * The grades of a file: a table that names its judges or gives reasons, or judgments of one judge in any format that
 * collections have. Grades of questions and documents that the collection lacks are reported by file and line.
 *
 * @throws {SourceFailure} as the source does
 */
export async function readJudgeFile(
  source: SourceText,
  collection: JudgedCollection,
  log: ProblemLog,
): Promise<JudgeFile> {
  const isTable = await isJudgeTable(source);
  const problems = log.problems.length;
  const given = isTable ? await readJudgeTable(source, log) : await readJudgments(source, collection, log);
  if (given.length === 0 && log.problems.length === problems) log.add(problem('no-judgments', { file: source.path }));
  const place = placing(collection, log);
  const grades = given.flatMap((each) => place(each) ?? []);
  return { path: source.path, namesJudges: given.some(({ judge }) => judge !== ''), grades };
}

/** In one of the formats of judgments, which know of one judge. */
async function readJudgments(
  source: SourceText,
  { queries }: Pick<JudgedCollection, 'queries'>,
  log: ProblemLog,
): Promise<GivenGrade[]> {
  const found: GivenGrade[] = [];
  const byText = new Map(queries.toReversed().map(({ id, text }) => [normaliseText(text), id]));
  const sink: JudgmentSink = {
    addJudgment: (query, doc, grade, at) => found.push({ judge: '', query, doc, grade, reason: '', at }),
    addGroundTruth: (_query, _text, at) =>
      log.add(problem('wrong-shape', at, { fields: ['query-id', 'corpus-id', 'score'] }, 'text')),
    addQuestionText: () => undefined,
    queryIdOf: (text) => byText.get(normaliseText(text)) ?? text,
    lost: () => undefined,
  };
  await (await judgmentFormatOf(source)).read(source, sink, log);
  return found;
}

function placing({ queries, docs }: JudgedCollection, log: ProblemLog): (given: GivenGrade) => PlacedGrade | null {
  const ids = new Set<string>(queries.map(({ id }) => id));
  // The first of equal texts.
  const byText = new Map(queries.toReversed().map(({ id, text }) => [text.trim(), id]));
  const lengths = new Map(docs.map(({ id, text }) => [id as string, text.length]));
  const partOf = (id: string, at: ProblemPlace): Pick<PlacedGrade, 'doc' | 'span'> | null => {
    const place = lengths.has(id) ? null : placeOf(docId(id));
    if (!place) {
      if (lengths.has(id) || lengths.size === 0) return { doc: docId(id), span: null };
    } else if (place.start < place.end && place.end <= (lengths.get(place.doc) ?? -1))
      return { doc: place.doc, span: { start: place.start, end: place.end } };
    log.add(problem('unknown-document', at, id));
    return null;
  };
  return ({ query: named, doc, ...rest }) => {
    const query = ids.has(named) ? (named as QueryId) : byText.get(named.trim());
    if (query === undefined) log.add(problem('unknown-question', rest.at, named));
    const part = partOf(doc, rest.at);
    return query === undefined || !part ? null : { query, ...part, ...rest };
  };
}
