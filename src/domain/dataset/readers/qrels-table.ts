import type { DatasetBuilder } from '../builder';
import { problem, type ProblemLog } from '../problem';
import { linesOf, type Line, type SourceText } from '../source';

const COLUMNS = 'three columns with tabs between them: question id, document id, grade';
const QUESTION_COLUMN = /^(?:query|question|topic|q)[-_ ]?id$/i;
const DOCUMENT_COLUMN = /^(?:corpus|document|doc|passage|p)[-_ ]?(?:id|no)$/i;

/** Python tools write grades as floats: 1.0 is 1. */
const WHOLE_NUMBER = /^[+-]?\d+(?:\.0*)?$/;

/**
 * Reads judgments from a table of three columns (BEIR, MTEB): question id, document id, grade; a line with the names of
 * the columns may stand first. Ids are taken as they stand, blanks and quotes included.
 *
 * @throws {SourceFailure} as the source does
 */
export async function readQrelsTable(source: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  let isFirst = true;
  const lost = (): void => builder.lost('judgment');
  for await (const block of source.blocks())
    for (const line of linesOf(block)) {
      const skip = isFirst && isHeader(line, source, log, lost);
      isFirst = false;
      if (!skip) readJudgment(line, source, builder, log);
    }
  if (!isFirst) return;
  log.add(problem('empty-file', { file: source.path }));
  lost();
}

function isHeader(line: Line, source: SourceText, log: ProblemLog, lost: () => void): boolean {
  const [first = '', second = ''] = line.text.split('\t').map((name) => name.trim());
  if (DOCUMENT_COLUMN.test(first) && QUESTION_COLUMN.test(second)) {
    const place = { file: source.path, line: line.number };
    log.add(problem('wrong-shape', place, COLUMNS, `first ${first}, then ${second}`));
    lost();
  }
  return QUESTION_COLUMN.test(first) || DOCUMENT_COLUMN.test(first);
}

function readJudgment(line: Line, source: SourceText, builder: DatasetBuilder, log: ProblemLog): void {
  const place = { file: source.path, line: line.number };
  const columns = line.text.split('\t');
  const [query = '', doc = '', grade = ''] = columns;
  if (columns.length !== 3) {
    const got = columns.length === 1 ? 'no tab' : `a line of ${columns.length} columns`;
    log.add(problem('wrong-shape', place, COLUMNS, got));
  } else if (query === '' || doc === '') {
    const kind = query === '' ? 'question' : 'document';
    log.add(problem('empty-id', { ...place, field: query === '' ? 'query-id' : 'corpus-id' }, kind));
  } else if (!WHOLE_NUMBER.test(grade.trim())) {
    log.add(problem('bad-grade', { ...place, field: 'score' }, grade));
  } else {
    // Adding 0 turns -0 into 0.
    builder.addJudgment(query, doc, Number(grade) + 0, place);
    return;
  }
  builder.lost('judgment');
}

/** Whether a file may be such a table, by its first line with something in it. */
export function looksLikeQrelsTable(head: string): boolean {
  for (const line of linesOf({ text: head, firstLine: 1 })) return line.text.split('\t').length === 3;
  return false;
}
