import { problem, type ProblemLog } from '../problem';
import { parseGrade, nameSays } from '../readers/grade';
import { linesOf, type Line, type SourceText } from '../source';
import type { JudgmentFormat, JudgmentSink } from './format';
import { GROUND_TRUTH_FIELDS, groundTruthFieldOf, groundTruthIn } from '../readers/question-fields';
import { fieldNames, gradeIn, idIn, readRecords, type DataRecord } from '../readers/records';
import { unusedFields } from '../readers/metadata';
import { ranxKind, ranxPlace, readRanx } from '../readers/ranx-json';
import { readColumns, sampleColumns, type TableColumns } from '../readers/columns';

const QUESTION_COLUMN = /^(?:query|question|topic|q)[-_ ]?id$/i;
const DOCUMENT_COLUMN = /^(?:corpus|document|doc|passage|p)[-_ ]?(?:id|no)$/i;

/** BEIR (https://github.com/beir-cellar/beir): ids are taken as they stand, blanks and quotes included. */
export const beirQrels: JudgmentFormat = {
  idIsText: false,
  recognises: async (file) => looksLikeTable(await file.head(), nameSays(file.path) !== 'judgments'),

  async read(file, builder, log) {
    let isFirst = true;
    for await (const block of file.blocks())
      for (const line of linesOf(block)) {
        const skip = isFirst && isHeader(line);
        isFirst = false;
        if (!skip) readJudgment(line, file, builder, log);
      }
    if (!isFirst) return;
    log.add(problem('empty-file', { file: file.path }));
    builder.lost('judgment');
  },
};

const isHeader = (line: Line): boolean => QUESTION_COLUMN.test(line.text.split('\t', 1)[0]!.trim());

function readJudgment(line: Line, source: SourceText, builder: JudgmentSink, log: ProblemLog): void {
  const place = { file: source.path, line: line.number };
  const columns = line.text.split('\t');
  const [query = '', doc = '', grade = ''] = columns;
  if (columns.length !== 3) log.add(problem('wrong-shape', place, 'qrels-table', { tabs: columns.length }));
  else if (query === '' || doc === '') {
    const kind = query === '' ? 'question' : 'document';
    log.add(problem('empty-id', { ...place, field: query === '' ? 'query-id' : 'corpus-id' }, kind));
  } else {
    const parsed = parseGrade(grade);
    if (parsed !== null) return builder.addJudgment(query, doc, parsed, place);
    log.add(problem('bad-grade', { ...place, field: 'score' }, grade));
  }
  builder.lost('judgment');
}

/** @param lastIsWhole whether the last must be a whole number, valid grade or not: fractions may be scores of a run */
function looksLikeTable(head: string, lastIsWhole: boolean): boolean {
  const lines = [...linesOf({ text: wholeLines(head), firstLine: 1 })].map(({ text }) => text.split('\t'));
  const [first] = lines;
  const name = first?.[0]!.trim() ?? '';
  // With the header columns swapped, the table is read by its names.
  if (first?.length !== 3 || DOCUMENT_COLUMN.test(name)) return false;
  if (QUESTION_COLUMN.test(name)) return true;
  const isWhole = (text: string): boolean => text.trim() !== '' && Number.isInteger(Number(text));
  const fitting = lines.filter((columns) => columns.length === 3 && (!lastIsWhole || isWhole(columns[2]!)));
  return fitting.length * 2 > lines.length;
}

const wholeLines = (head: string): string => head.slice(0, head.lastIndexOf('\n') + 1) || head;

const GRADE_COLUMN = /^(?:score|grade|relevance|rel|label|rating)$/;
const COLUMNS = [QUESTION_COLUMN, DOCUMENT_COLUMN, GRADE_COLUMN];
const TEXT_COLUMN = /^(?:text|query|question|user_input)$/;

/** MTEB (https://github.com/embeddings-benchmark/mteb); also ground truth as texts. */
export const mtebQrels: JudgmentFormat = {
  idIsText: false,

  async recognises(file) {
    const names = fieldNames(await file.head());
    const isTruth = groundTruthFieldOf(names) !== undefined && ![...names].some((name) => TEXT_COLUMN.test(name));
    return nameIn(names, QUESTION_COLUMN) !== undefined && (nameIn(names, DOCUMENT_COLUMN) !== undefined || isTruth);
  },

  async read(file, builder, log) {
    const onLost = (): void => builder.lost('judgment');
    // A list of relevant pairs, as NanoBEIR has it: what it names is relevant, unless other rows have grades.
    let pair: DataRecord | null = null;
    let isGraded = false;
    const warn = unusedFields(
      file.path,
      log,
      (name) => COLUMNS.some((column) => column.test(name)) || GROUND_TRUTH_FIELDS.some((field) => field === name),
    );
    for await (const records of readRecords(file, ['query-id', 'corpus-id', 'score'], log, onLost))
      for (const record of records) {
        warn(record);
        const names = [...record.fields.keys()];
        const isPair = names.length === 2 && nameIn(names, GRADE_COLUMN) === undefined;
        if (isPair) pair ??= record;
        else isGraded = true;
        if (!readRecord(record, isPair, builder, log)) onLost();
      }
    if (!pair || !isGraded) return;
    gradeIn(pair, 'score', log);
    onLost();
  },
};

const nameIn = (names: Iterable<string>, pattern: RegExp): string | undefined =>
  [...names].find((name) => pattern.test(name));

function readRecord(record: DataRecord, isPair: boolean, builder: JudgmentSink, log: ProblemLog): boolean {
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
  const grade = isPair ? 1 : gradeIn(record, nameIn(names, GRADE_COLUMN) ?? 'score', log);
  if (query === null || doc === null || grade === null) return false;
  builder.addJudgment(query, doc, grade, record.place());
  return true;
}

/** ranx (https://github.com/AmenRa/ranx): `{question: {document: grade}}` as JSON. */
export const ranxQrels: JudgmentFormat = {
  idIsText: false,
  recognises: async (file) => ranxKind(await file.head(), file.path) === 'judgments',

  async read(file, builder, log) {
    const isWhole = await readRanx(file, log, {
      question: () => {},
      value(question, doc, _value, written, line) {
        const place = ranxPlace(file.path, question, doc, line);
        const grade = parseGrade(written);
        if (grade !== null) return builder.addJudgment(question, doc, grade, place);
        log.add(problem('bad-grade', place, written));
        builder.lost('judgment');
      },
    });
    if (!isWhole) builder.lost('judgment');
  },
};

/** Accepted where every line has three: the meaningless iteration is missing. */
const WITHOUT_ITERATION = 3;

/** TREC (https://trec.nist.gov/data/qrels_eng/): `qid iter docno rel` as in trec_eval; lines of “#” are skipped. */
export const trecQrelsFormat: JudgmentFormat = {
  idIsText: false,

  async recognises(file) {
    // Three columns of anything with a number at the end are no judgments unless the name says so.
    const head = await file.head();
    const isNamed = nameSays(file.path) === 'judgments' && !/^\s*[[{]/.test(head);
    const width = qrelsWidth(head, !isNamed);
    return width === 4 || (width === 3 && isNamed);
  },

  async read(file, builder, log) {
    const width = sampleColumns(await file.head())[0]?.length === WITHOUT_ITERATION ? WITHOUT_ITERATION : 4;
    const hasLines = await readColumns(file, log, (columns, line) =>
      readTrecJudgment(columns, width, { file: file.path, line }, builder, log),
    );
    if (!hasLines) builder.lost('judgment');
  },
};

function readTrecJudgment(
  columns: TableColumns,
  width: number,
  place: { readonly file: string; readonly line: number },
  builder: JudgmentSink,
  log: ProblemLog,
): void {
  const written = columns.count === width ? columns.get(width - 1) : '';
  const grade = parseGrade(written);
  if (columns.count !== width) log.add(problem('wrong-shape', place, 'trec-qrels', { columns: columns.count }));
  else if (grade === null) log.add(problem('bad-grade', { ...place, field: 'rel' }, written));
  else return builder.addJudgment(columns.get(0), columns.get(width - 2), grade, place);
  builder.lost('judgment');
}

/** Column count of most first lines, if 4 or 3. @param lastIsNumber as for tables; an iteration is then a word, not code */
export function qrelsWidth(head: string, lastIsNumber: boolean): 3 | 4 | null {
  const lines = sampleColumns(head);
  const width = lines[0]?.length;
  if (width !== WITHOUT_ITERATION && width !== 4) return null;
  const isJudgment = (line: readonly string[]): boolean =>
    !Number.isNaN(Number(line.at(-1))) && (width === WITHOUT_ITERATION || /^\w+$/.test(line[1]!));
  const fitting = lines.filter((line) => line.length === width && (!lastIsNumber || isJudgment(line)));
  return fitting.length * 2 > lines.length ? width : null;
}
