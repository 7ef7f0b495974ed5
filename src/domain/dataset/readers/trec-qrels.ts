import type { DatasetBuilder } from '../builder';
import { problem, type ProblemLog } from '../problem';
import type { SourceText } from '../source';
import { TableColumns, sampleColumns } from './columns';
import { parseGrade } from './grade';

const COLUMNS = 'four columns with white space between them: question id, iteration, document id, grade';
/** Taken too where every line has them: the iteration, which means nothing, is what is missing. */
const WITHOUT_ITERATION = 3;

/**
 * Reads judgments as trec_eval does: `qid iter docno rel`, any white space between them, the iteration ignored. Lines
 * that begin with “#” are passed over.
 *
 * @throws {SourceFailure} as the source does
 */
export async function readTrecQrels(source: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  const width = sampleColumns(await source.head())[0]?.length === WITHOUT_ITERATION ? WITHOUT_ITERATION : 4;
  let [comments, judgments] = [0, 0];
  for await (const block of source.blocks()) {
    const columns = new TableColumns(block.text);
    for (let at = 0, line = block.firstLine; at < block.text.length; line++) {
      at = columns.scan(at);
      if (columns.isComment) comments++;
      else if (columns.count > 0) {
        judgments++;
        readJudgment(columns, width, { file: source.path, line }, builder, log);
      }
    }
  }
  if (comments > 0) log.warn(problem('passed-over', { file: source.path }, 'comments', comments));
  if (judgments > 0) return;
  log.add(problem('empty-file', { file: source.path }));
  builder.lost('judgment');
}

function readJudgment(
  columns: TableColumns,
  width: number,
  place: { readonly file: string; readonly line: number },
  builder: DatasetBuilder,
  log: ProblemLog,
): void {
  if (columns.count !== width) {
    log.add(problem('wrong-shape', place, COLUMNS, `a line of ${columns.count}`));
    builder.lost('judgment');
    return;
  }
  const written = columns.get(width - 1);
  const grade = parseGrade(written);
  if (grade !== null) return builder.addJudgment(columns.get(0), columns.get(width - 2), grade, place);
  log.add(problem('bad-grade', { ...place, field: 'rel' }, written));
  builder.lost('judgment');
}

/**
 * How many columns the first lines mostly have, if these are four or three.
 *
 * @param lastIsNumber whether the last of them must be a number; it need not be a sound grade, so that this can be told
 */
export function qrelsWidth(head: string, lastIsNumber: boolean): 3 | 4 | null {
  const lines = sampleColumns(head);
  const width = lines[0]?.length;
  if (width !== WITHOUT_ITERATION && width !== 4) return null;
  const fitting = lines.filter(
    (line) => line.length === width && (!lastIsNumber || !Number.isNaN(Number(line.at(-1)))),
  );
  return fitting.length * 2 > lines.length ? width : null;
}
