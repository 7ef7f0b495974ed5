import { problem, type ProblemLog } from '../problem';
import { parseGrade } from '../readers/grade';
import { nameSays } from '../readers/name-says';
import { linesOf, type Line, type SourceText } from '../source';
import type { JudgmentFormat, JudgmentSink } from './format';

export const QUESTION_COLUMN = /^(?:query|question|topic|q)[-_ ]?id$/i;
export const DOCUMENT_COLUMN = /^(?:corpus|document|doc|passage|p)[-_ ]?(?:id|no)$/i;

/**
 * The judgments of BEIR (https://github.com/beir-cellar/beir): question id, document id and grade between tabs; a line with
 * the names of the columns may come first. Ids are taken as they stand, blanks and quotes included.
 */
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

/**
 * Whether most of the first lines are three columns between tabs, or the first is a header.
 *
 * @param lastIsNumber whether the last must be a number, not necessarily a valid grade, so that an invalid one is
 * reported
 */
function looksLikeTable(head: string, lastIsNumber: boolean): boolean {
  const lines = [...linesOf({ text: wholeLines(head), firstLine: 1 })].map(({ text }) => text.split('\t'));
  const [first] = lines;
  const name = first?.[0]!.trim() ?? '';
  // With the header columns swapped, the table is read by its names.
  if (first?.length !== 3 || DOCUMENT_COLUMN.test(name)) return false;
  if (QUESTION_COLUMN.test(name)) return true;
  const isNumber = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text));
  const fitting = lines.filter((columns) => columns.length === 3 && (!lastIsNumber || isNumber(columns[2]!)));
  return fitting.length * 2 > lines.length;
}

/** Without the last line, which the beginning of a file may cut. */
const wholeLines = (head: string): string => head.slice(0, head.lastIndexOf('\n') + 1) || head;
