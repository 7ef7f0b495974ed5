import { RunBuilder, type RepeatedHit } from '../../run/pack-run';
import type { ImportedRun, Kind } from '../outcome';
import { isSoundId, problem, type ProblemLog } from '../problem';
import { TableColumns, sampleColumns } from '../readers/columns';
import { nameSays } from '../readers/name-says';
import type { SourceText } from '../source';
import { type RunFormat, warnOfRepeated } from './format';
import { layoutOf, whole, type RunLayout } from './run-layout';

/**
 * TREC runs (https://trec.nist.gov): `qid Q0 docno rank score tag` between any white space. As in trec_eval, the score
 * decides the order; rank and fields after the tag are ignored. Unambiguous files of shorter lines are read too.
 */
export const trecRunFormat: RunFormat = {
  recognises: async (file) => (await layout(file)) !== null,

  /** Reads a run of any length: a line costs no object. */
  async read(file, log) {
    const reader = new TrecRunReader((await layout(file)) ?? whole, file.path, log);
    for await (const { text, firstLine } of file.blocks()) reader.read(text, firstLine);
    return reader.finish();
  },
};

const layout = async (file: SourceText): Promise<RunLayout | null> =>
  layoutOf(sampleColumns(await file.head()), nameSays(file.path));

/** Columns of a file from which on single lines may be whole ones, which then cannot be taken for something else. */
const MIN_MIXED = 5;

class TrecRunReader {
  readonly #run = new RunBuilder();
  readonly #tags = new Set<string>();
  readonly #missing = new Map<NonNullable<RunLayout['missing']>, { lines: number; first: number }>();
  /** Whether the block that is being read has a character that no id may have: most files have none. */
  #hasFlaws = false;
  #comments = 0;
  #lines = 0;
  /** Of the line before: most lines have the same question and tag, which need not be taken out again. */
  #query = '';
  #queryNumber = -1;
  #tag = '';

  constructor(
    private readonly usual: RunLayout,
    private readonly path: string,
    private readonly log: ProblemLog,
  ) {}

  read(text: string, firstLine: number): void {
    const columns = new TableColumns(text);
    this.#hasFlaws = text.includes('\0') || text.includes('\ufeff');
    for (let at = 0, line = firstLine; at < text.length; line++) {
      at = columns.scan(at);
      if (columns.isComment) this.#comments++;
      else if (columns.count > 0) this.#line(columns, line);
    }
  }

  finish(): Omit<ImportedRun, 'format'> | null {
    const { path: file, log } = this;
    if (this.#comments > 0) log.warn(problem('passed-over', { file }, 'comments', this.#comments));
    if (this.#lines === 0) log.add(problem('empty-file', { file }));
    if (this.#lines === 0) return null;
    for (const [missing, { lines, first }] of this.#missing)
      log.warn(problem('repaired-run', { file, line: first }, missing, lines));
    const tags = [...this.#tags];
    if (tags.length > 1) log.warn(problem('several-tags', { file }, tags));
    const repeated: RepeatedHit[] = [];
    const run = this.#run.finish((hit) => void repeated.push(hit));
    warnOfRepeated(repeated, file, log);
    return { file, tag: tags[0] ?? null, run };
  }

  #line(columns: TableColumns, line: number): void {
    this.#lines++;
    const layout = this.#layoutOf(columns);
    if (!layout) {
      this.log.add(problem('wrong-shape', { file: this.path, line }, 'trec-run', { columns: columns.count }));
      return;
    }
    if (
      this.#hasFlaws &&
      !(this.#isId('question', columns.get(0), line) && this.#isId('document', columns.get(layout.doc), line))
    )
      return;
    const score = layout.score === null ? byRank(columns, layout) : scoreIn(columns, layout.score);
    if (Number.isNaN(score)) {
      const [field, written] = layout.score === null ? ['rank', layout.rank!] : ['score', layout.score];
      this.log.add(problem('bad-score', { file: this.path, line, field: `${field}` }, columns.get(Number(written))));
      return;
    }
    if (layout.missing !== null) this.#note(layout.missing, line);
    if (layout.tag !== null && !columns.is(layout.tag, this.#tag))
      this.#tags.add((this.#tag = columns.get(layout.tag)));
    if (this.#queryNumber === -1 || !columns.is(0, this.#query))
      this.#queryNumber = this.#run.query((this.#query = columns.get(0)));
    this.#run.add(this.#queryNumber, this.#run.doc(columns.get(layout.doc)), score, line);
  }

  #isId(kind: Kind, id: string, line: number): boolean {
    return isSoundId(kind, id, { file: this.path, line, field: kind === 'question' ? 'qid' : 'docno' }, this.log);
  }

  /**
   * The file's layout, or the whole one where its lines lack rank or tag. A shorter line than the others was cut: what
   * is left of its score, or its rank, would be taken for the score.
   */
  #layoutOf(columns: TableColumns): RunLayout | null {
    const { usual } = this;
    if (columns.count === usual.columns) return usual;
    return columns.count >= whole.columns && usual.columns >= MIN_MIXED ? whole : null;
  }

  #note(missing: NonNullable<RunLayout['missing']>, line: number): void {
    const noted = this.#missing.get(missing);
    if (noted) noted.lines++;
    else this.#missing.set(missing, { lines: 1, first: line });
  }
}

/** A finite decimal number, exponent allowed; NaN for all else, including hexadecimal and “inf”. */
function scoreIn(columns: TableColumns, column: number): number {
  const { text } = columns;
  const [start, end] = [columns.start(column), columns.end(column)];
  for (let at = start; at < end; at++) if (!isOfNumber(text.charCodeAt(at))) return NaN;
  const score = Number(text.slice(start, end));
  return Number.isFinite(score) ? score : NaN;
}

const isOfNumber = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || unit === 0x2e || unit === 0x2d || unit === 0x2b || unit === 0x65 || unit === 0x45;

function byRank(columns: TableColumns, { rank }: RunLayout): number {
  const written = columns.get(rank!);
  return /^[1-9]\d{0,8}$/.test(written) ? 1 / Number(written) : NaN;
}
