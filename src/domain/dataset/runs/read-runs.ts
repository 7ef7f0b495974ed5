import { type RepeatedHit, RunBuilder } from '../../run/pack-run';
import type { ImportedRun, Kind, RisingScores } from '../outcome';
import { problem, quoted, type ProblemLog, isId } from '../problem';
import type { SourceText } from '../source';
import { ranxKind, ranxPlace, readRanx } from '../readers/ranx-json';
import { isTabbed, TableColumns, sampleColumns } from '../readers/columns';
import { nameSays } from '../readers/grade';

export interface RunFormat {
  recognises(file: SourceText): Promise<boolean>;
  /** @returns null where nothing can be read, problems in the log @throws {SourceFailure} as the source does */
  read(file: SourceText, log: ProblemLog): Promise<Omit<ImportedRun, 'format'> | null>;
}

export function warnOfRepeated(hits: readonly RepeatedHit[], file: string, log: ProblemLog): void {
  const [first] = hits;
  if (!first) return;
  const names = hits.map(({ query, doc, line }) => `${quoted(query)} with ${quoted(doc)} (line ${line})`);
  log.warn(problem('duplicate-hit', { file, line: first.line }, names));
}

/** ranx (https://github.com/AmenRa/ranx): `{question: {document: score}}` as JSON. */
export const ranxRun: RunFormat = {
  recognises: async (file) => ranxKind(await file.head(), file.path) === 'run',

  async read(file, log) {
    const run = new RunBuilder();
    const isWhole = await readRanx(file, log, {
      question: (id) => void run.query(id),
      value(question, doc, score, written, line) {
        if (Number.isFinite(score)) run.add(run.query(question), run.doc(doc), score, line);
        else log.add(problem('bad-score', ranxPlace(file.path, question, doc, line), written));
      },
    });
    // A document that is there twice is a repeated key, which the reader has refused.
    const packed = run.finish(() => undefined);
    if (isWhole && packed.queries.length === 0) log.add(problem('empty-file', { file: file.path }));
    return { file: file.path, tag: null, run: packed };
  },
};

export interface RunLayout {
  readonly columns: number;
  readonly doc: number;
  readonly score: number | null;
  readonly rank: number | null;
  readonly tag: number | null;
  readonly missing: 'rank' | 'tag' | 'Q0 and tag' | 'rank and tag' | 'score' | null;
}

/** `qid Q0 docno rank score tag`; fields after the tag are ignored, as by trec_eval (`get_trec_results.c`) */
const whole: RunLayout = { columns: 6, doc: 2, rank: 3, score: 4, tag: 5, missing: null };
/** `qid Q0 docno score tag` */
const withoutRank: RunLayout = { columns: 5, doc: 2, rank: null, score: 3, tag: 4, missing: 'rank' };
/** `qid Q0 docno rank score` */
const withoutTag: RunLayout = { columns: 5, doc: 2, rank: 3, score: 4, tag: null, missing: 'tag' };
/** `qid docno rank score` */
const plain: RunLayout = { columns: 4, doc: 1, rank: 2, score: 3, tag: null, missing: 'Q0 and tag' };
/** `qid Q0 docno score` */
const scoredOnly: RunLayout = { columns: 4, doc: 2, rank: null, score: 3, tag: null, missing: 'rank and tag' };
/** `qid pid rank`, as MS MARCO has it */
const rankedOnly: RunLayout = { columns: 3, doc: 1, rank: 2, score: null, tag: null, missing: 'score' };

const NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|inf(?:inity)?)$/i;
const WHOLE = /^\d+$/;
const SECOND_COLUMN = /^(?:q?\d+|iter\S*)$/i;
const Q0 = /^q0$/i;

const DEEP = 5;

const isNumber = (text: string): boolean => NUMBER.test(text);

type RunLine = readonly string[];

/** Null where the lines are no run, or not surely. @param nameSays for lines that could be judgments too */
export function layoutOf(lines: readonly RunLine[], nameSays: 'run' | 'judgments' | null): RunLayout | null {
  const widthOf = ({ length }: RunLine): number => Math.min(length, whole.columns);
  const width = mostFrequent(lines.map(widthOf));
  const same = lines.filter((line) => widthOf(line) === width);
  if (same.length === 0 || same.length * 2 <= lines.length) return null;
  const most = (test: (line: RunLine) => boolean): boolean => same.filter(test).length * 2 > same.length;
  const all = (test: (line: RunLine) => boolean): boolean => same.every(test);
  const isSecond = (line: RunLine): boolean => SECOND_COLUMN.test(line[1]!);
  if (width === whole.columns) {
    // Any numeric table has a number in its fifth column: lines of more than six columns must show more.
    const isKnown = (line: RunLine): boolean => line.length === width || nameSays === 'run' || Q0.test(line[1]!);
    const isRun = (line: RunLine): boolean => (isSecond(line) || WHOLE.test(line[3]!)) && isNumber(line[4]!);
    return most((line) => isKnown(line) && isRun(line)) ? whole : null;
  }
  if (nameSays === 'judgments') return null;
  if (width === 5) {
    if (!most(isSecond)) return null;
    if (most((line) => WHOLE.test(line[3]!) && isNumber(line[4]!))) return withoutTag;
    return most((line) => isNumber(line[3]!)) && all((line) => line[4] === same[0]![4]) ? withoutRank : null;
  }
  if (width === 4) {
    if (!most((line) => isNumber(line[3]!))) return null;
    // Whole numbers in the last of four columns are grades, unless the name says otherwise.
    if (nameSays !== 'run' && all((line) => WHOLE.test(line[3]!.replace(/^-|\.0*$/g, '')))) return null;
    if (all((line) => WHOLE.test(line[2]!)) && countsUp(same, 2, 1)) return plain;
    return all((line) => line[1]!.toUpperCase() === 'Q0') ? scoredOnly : null;
  }
  return width === 3 && countsUp(same, 2, nameSays === 'run' ? 2 : DEEP) ? rankedOnly : null;
}

function countsUp(lines: readonly RunLine[], column: number, least: number): boolean {
  const start = Number(lines[0]![column]);
  let before: RunLine | undefined;
  let highest = 0;
  for (const line of lines) {
    const expected = before && before[0] === line[0] ? Number(before[column]) + 1 : start;
    if (line[column] !== String(expected)) return false;
    highest = Math.max(highest, expected);
    before = line;
  }
  return (start === 0 || start === 1) && highest >= least;
}

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** TREC runs (https://trec.nist.gov): `qid Q0 docno rank score tag`, or shorter. Ranks count only without scores. */
export const trecRunFormat: RunFormat = {
  recognises: async (file) => (await layout(file)) !== null,

  async read(file, log) {
    const reader = new TrecRunReader((await layout(file)) ?? whole, isTabbed(await file.head()), file.path, log);
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
  #hasFlaws = false;
  #comments = 0;
  #lines = 0;
  #query = '';
  #queryNumber = -1;
  #tag = '';
  /** Of the line before, where it is of the same question. */
  #rank = NaN;
  #score = NaN;
  /** By question: lines whose score falls with their rank, less those whose score rises. */
  readonly #falling: number[] = [];
  #rising: { readonly line: number; readonly what: RisingScores } | null = null;

  constructor(
    private readonly usual: RunLayout,
    private readonly byTabs: boolean,
    private readonly path: string,
    private readonly log: ProblemLog,
  ) {}

  read(text: string, firstLine: number): void {
    const columns = new TableColumns(text, this.byTabs);
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
    this.#warnOfRising();
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
    if (this.#queryNumber === -1 || !columns.is(0, this.#query)) {
      this.#queryNumber = this.#run.query((this.#query = columns.get(0)));
      this.#rank = NaN;
    }
    if (layout.score !== null && layout.rank !== null) this.#compare(wholeIn(columns, layout.rank), score, line);
    this.#run.add(this.#queryNumber, this.#run.doc(columns.get(layout.doc)), score, line);
  }

  #compare(rank: number, score: number, line: number): void {
    const rise = Math.sign(rank - this.#rank) * Math.sign(score - this.#score);
    if (rise > 0) this.#rising ??= { line, what: { ranks: [this.#rank, rank], scores: [this.#score, score] } };
    if (rise) this.#falling[this.#queryNumber] = (this.#falling[this.#queryNumber] ?? 0) - rise;
    this.#rank = rank;
    this.#score = score;
  }

  #warnOfRising(): void {
    const told = this.#falling.filter((lines) => lines !== 0);
    const rising = told.filter((lines) => lines < 0).length;
    const { rank, score } = this.usual;
    if (!this.#rising || rising * 2 <= told.length || rank === null || score === null) return;
    const { line, what } = this.#rising;
    const columns = { rank: rank + 1, score: score + 1 };
    this.log.warn(problem('rising-scores', { file: this.path, line }, what, columns, rising, told.length));
  }

  #isId(kind: Kind, id: string, line: number): boolean {
    return isId(kind, id, { file: this.path, line, field: kind === 'question' ? 'qid' : 'docno' }, this.log);
  }

  /** A shorter line than the others was cut: what is left of its score, or its rank, would be taken for the score. */
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

/** NaN for all but a finite decimal number. */
function scoreIn(columns: TableColumns, column: number): number {
  const { text } = columns;
  const [start, end] = [columns.start(column), columns.end(column)];
  for (let at = start; at < end; at++) if (!isOfNumber(text.charCodeAt(at))) return NaN;
  const score = Number(text.slice(start, end));
  return Number.isFinite(score) ? score : NaN;
}

const isOfNumber = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || unit === 0x2e || unit === 0x2d || unit === 0x2b || unit === 0x65 || unit === 0x45;

/** NaN for all but digits. */
function wholeIn(columns: TableColumns, column: number): number {
  let number = 0;
  for (let at = columns.start(column); at < columns.end(column); at++) {
    const digit = columns.text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return NaN;
    number = number * 10 + digit;
  }
  return number;
}

function byRank(columns: TableColumns, { rank }: RunLayout): number {
  const written = wholeIn(columns, rank!);
  return written >= 1 && written < 1e9 ? 1 / written : NaN;
}
