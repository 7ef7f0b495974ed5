import { problem, type ProblemLog } from '../../dataset/problem';
import { fieldNames, gradeIn, idIn, optionalTextIn, readRecords, type DataRecord } from '../../dataset/readers/records';
import type { SourceText } from '../../dataset/source';
import type { GivenGrade } from './given';

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
export async function isJudgeTable(source: SourceText): Promise<boolean> {
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
export async function readJudgeTable(source: SourceText, log: ProblemLog): Promise<GivenGrade[]> {
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
