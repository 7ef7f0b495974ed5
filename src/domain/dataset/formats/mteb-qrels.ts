import type { ProblemLog } from '../problem';
import { groundTruthFieldOf, groundTruthIn } from '../readers/ground-truth-field';
import { fieldNames, gradeIn, idIn, readRecords, type DataRecord } from '../readers/records';
import { DOCUMENT_COLUMN, QUESTION_COLUMN } from './beir-qrels';
import type { JudgmentFormat, JudgmentSink } from './format';

const GRADE_COLUMN = /^(?:score|grade|relevance|rel|label|rating)$/;
/** Fields of a table of questions, which may hold their ground truth too. */
const TEXT_COLUMN = /^(?:text|query|question|user_input)$/;

/**
 * The judgments of MTEB (https://github.com/embeddings-benchmark/mteb): rows of question id, document id and grade as JSON
 * Lines, CSV or JSON; or of a question id and its ground truth as texts.
 */
export const mtebQrels: JudgmentFormat = {
  idIsText: false,

  async recognises(file) {
    const names = fieldNames(await file.head());
    const isTruth = groundTruthFieldOf(names) !== undefined && ![...names].some((name) => TEXT_COLUMN.test(name));
    return nameIn(names, QUESTION_COLUMN) !== undefined && (nameIn(names, DOCUMENT_COLUMN) !== undefined || isTruth);
  },

  async read(file, builder, log) {
    const onLost = (): void => builder.lost('judgment');
    for await (const records of readRecords(file, ['query-id', 'corpus-id', 'score'], log, onLost))
      for (const record of records) if (!readRecord(record, builder, log)) onLost();
  },
};

const nameIn = (names: Iterable<string>, pattern: RegExp): string | undefined =>
  [...names].find((name) => pattern.test(name));

function readRecord(record: DataRecord, builder: JudgmentSink, log: ProblemLog): boolean {
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
