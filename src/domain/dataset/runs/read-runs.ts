import { valueOf } from '../../../base/containers';
import { type RepeatedHit, RunBuilder } from '../../run/pack-run';
import type { ImportedRun, RisingScores } from '../outcome';
import { problem, quoted, type ProblemLog, type ProblemPlace, isId } from '../problem';
import type { SourceText } from '../source';
import { ranxKind, ranxPlace, readRanx } from '../readers/ranx-json';
import { readColumns, sampleColumns, type TableColumns } from '../readers/columns';
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
  recognises: async (source) => (await layout(source)) !== null,

  async read(source, log) {
    const file = source.path;
    const usual = (await layout(source)) ?? whole;
    const run = new RunBuilder();
    const tags = new Set<string>();
    const repaired = new Map<NonNullable<RunLayout['missing']>, { lines: number; first: number }>();
    const order = new RankOrder();
    let [query, tag, question] = ['', '', -1];
    const readLine = (columns: TableColumns, line: number): void => {
      const at = { file, line };
      const layout = layoutOfLine(columns.count, usual);
      if (!layout) return log.add(problem('wrong-shape', at, 'trec-run', { columns: columns.count }));
      const { missing } = layout;
      if (columns.hasFlaws && !hasIds(columns, layout, at, log)) return;
      const score = layout.score === null ? byRank(columns, layout) : scoreIn(columns, layout.score);
      if (Number.isNaN(score)) {
        const field = layout.score === null ? 'rank' : 'score';
        return log.add(problem('bad-score', { ...at, field }, columns.get(layout[field]!)));
      }
      if (missing !== null) valueOf(repaired, missing, () => ({ lines: 0, first: line })).lines++;
      if (layout.tag !== null && !columns.is(layout.tag, tag)) tags.add((tag = columns.get(layout.tag)));
      const isNext = question === -1 || !columns.is(0, query);
      if (isNext) question = run.query((query = columns.get(0)));
      if (layout.score !== null && layout.rank !== null)
        order.add(question, isNext, wholeIn(columns, layout.rank), score, line);
      run.add(question, run.doc(columns.get(layout.doc)), score, line);
    };
    const hasLines = await readColumns(source, log, readLine);
    if (!hasLines) return null;
    for (const [missing, { lines, first }] of repaired)
      log.warn(problem('repaired-run', { file, line: first }, missing, lines));
    if (tags.size > 1) log.warn(problem('several-tags', { file }, [...tags]));
    order.report(usual, file, log);
    const repeated: RepeatedHit[] = [];
    const packed = run.finish((hit) => void repeated.push(hit));
    warnOfRepeated(repeated, file, log);
    const [first = null] = tags;
    return { file, tag: first, run: packed };
  },
};

const layout = async (file: SourceText): Promise<RunLayout | null> =>
  layoutOf(sampleColumns(await file.head()), nameSays(file.path));

/** Columns of a file from which on single lines may be whole ones, which then cannot be taken for something else. */
const MIN_MIXED = 5;

/** A shorter line than the others was cut: what is left of its score, or its rank, would be taken for the score. */
function layoutOfLine(columns: number, usual: RunLayout): RunLayout | null {
  if (columns === usual.columns) return usual;
  return columns >= whole.columns && usual.columns >= MIN_MIXED ? whole : null;
}

const hasIds = (columns: TableColumns, { doc }: RunLayout, at: ProblemPlace, log: ProblemLog): boolean =>
  isId('question', columns.get(0), { ...at, field: 'qid' }, log) &&
  isId('document', columns.get(doc), { ...at, field: 'docno' }, log);

/** Whether scores fall with the ranks beside them. */
class RankOrder {
  /** Of the line before, where it is of the same question. */
  #rank = NaN;
  #score = NaN;
  /** By question: lines whose score falls with their rank, less those whose score rises. */
  readonly #falling: number[] = [];
  #rising: { readonly line: number; readonly what: RisingScores } | null = null;

  add(question: number, isFirst: boolean, rank: number, score: number, line: number): void {
    const rise = isFirst ? 0 : Math.sign(rank - this.#rank) * Math.sign(score - this.#score);
    if (rise > 0) this.#rising ??= { line, what: { ranks: [this.#rank, rank], scores: [this.#score, score] } };
    if (rise) this.#falling[question] = (this.#falling[question] ?? 0) - rise;
    this.#rank = rank;
    this.#score = score;
  }

  report({ rank, score }: RunLayout, file: string, log: ProblemLog): void {
    const told = this.#falling.filter((lines) => lines !== 0);
    const rising = told.filter((lines) => lines < 0).length;
    if (!this.#rising || rising * 2 <= told.length || rank === null || score === null) return;
    const { line, what } = this.#rising;
    const columns = { rank: rank + 1, score: score + 1 };
    log.warn(problem('rising-scores', { file, line }, what, columns, rising, told.length));
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
