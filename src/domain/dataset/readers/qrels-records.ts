import type { DatasetBuilder } from '../builder';
import { problem, type ProblemLog } from '../problem';
import type { SourceText } from '../source';
import { parseGrade } from './grade';
import { groundTruthFieldOf, groundTruthIn } from './ground-truth-field';
import { DOCUMENT_COLUMN, QUESTION_COLUMN } from './qrels-table';
import { asId, idIn, readRecords, type DataRecord } from './records';
import { kindOf } from './json-kind';

const WANTED = 'query-id, corpus-id and score';
const GRADE_COLUMN = /^(?:score|grade|relevance|rel|label|rating)$/;

/**
 * Reads judgments from a table with names (MTEB): a question id, a document id and a grade in each row, as CSV, JSON Lines
 * or JSON; or a question id and its ground truth as texts.
 *
 * @throws {SourceFailure} as the source does
 */
export async function readQrelsRecords(source: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  const onLost = (): void => builder.lost('judgment');
  for await (const records of readRecords(source, WANTED, log, onLost))
    for (const record of records) if (!readRecord(record, builder, log)) onLost();
}

/** Whether a table is of judgments, by the names of its fields. */
export function hasQrelsFields(names: ReadonlySet<string>): boolean {
  const isTruth = groundTruthFieldOf(names) !== undefined && ![...names].some((name) => TEXT_COLUMN.test(name));
  return nameIn(names, QUESTION_COLUMN) !== undefined && (nameIn(names, DOCUMENT_COLUMN) !== undefined || isTruth);
}

/** What a table of questions has, which may hold their ground truth too. */
const TEXT_COLUMN = /^(?:text|query|question|user_input)$/;

const nameIn = (names: Iterable<string>, pattern: RegExp): string | undefined =>
  [...names].find((name) => pattern.test(name));

function readRecord(record: DataRecord, builder: DatasetBuilder, log: ProblemLog): boolean {
  const names = [...record.fields.keys()];
  const query = idIn(record, nameIn(names, QUESTION_COLUMN) ?? 'query-id', log);
  const truth = groundTruthFieldOf(record.fields);
  const docField = nameIn(names, DOCUMENT_COLUMN);
  if (truth !== undefined && docField === undefined) {
    const texts = groundTruthIn(record, truth, log);
    if (query === null || texts === null) return false;
    for (const text of texts) builder.addGroundTruth(query, text, record.place(truth));
    return true;
  }
  const doc = idIn(record, docField ?? 'corpus-id', log);
  const grade = gradeIn(record, nameIn(names, GRADE_COLUMN) ?? 'score', log);
  if (query === null || doc === null || grade === null) return false;
  builder.addJudgment(query, doc, grade, record.place());
  return true;
}

/** A grade, which may be a number or text; null where it is neither or has a fraction, which is reported. */
export function gradeIn(record: DataRecord, field: string, log: ProblemLog): number | null {
  const value = record.fields.get(field);
  const written = asId(value);
  const grade = written === null ? null : parseGrade(written);
  if (grade === null) log.add(problem('bad-grade', record.place(field), written ?? kindOf(value)));
  return grade;
}
