import { problem, type ProblemLog } from '../problem';
import { TableColumns, sampleColumns } from '../readers/columns';
import { parseGrade } from '../readers/grade';
import { nameSays } from '../readers/name-says';
import type { JudgmentFormat, JudgmentSink } from './format';

/** Accepted where every line has three: the meaningless iteration is missing. */
const WITHOUT_ITERATION = 3;

/**
 * The judgments of TREC (https://trec.nist.gov/data/qrels_eng/), read as by trec_eval: `qid iter docno rel`, any white space
 * between them, the iteration ignored. Lines that begin with “#” are passed over.
 */
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
    let [comments, judgments] = [0, 0];
    for await (const block of file.blocks()) {
      const columns = new TableColumns(block.text);
      for (let at = 0, line = block.firstLine; at < block.text.length; line++) {
        at = columns.scan(at);
        if (columns.isComment) comments++;
        else if (columns.count > 0) {
          judgments++;
          readJudgment(columns, width, { file: file.path, line }, builder, log);
        }
      }
    }
    if (comments > 0) log.warn(problem('passed-over', { file: file.path }, 'comments', comments));
    if (judgments > 0) return;
    log.add(problem('empty-file', { file: file.path }));
    builder.lost('judgment');
  },
};

function readJudgment(
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

/**
 * Column count of most first lines, if 4 or 3.
 *
 * @param lastIsNumber whether the last must be a number, not necessarily a valid grade, so that an invalid one is
 * reported
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
