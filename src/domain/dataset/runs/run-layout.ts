/** Which column of a run's lines is which; the question is always the first, and what is not named is ignored. */
export interface RunLayout {
  readonly columns: number;
  readonly doc: number;
  /** Null where there are ranks alone. */
  readonly score: number | null;
  readonly rank: number | null;
  readonly tag: number | null;
  /** What a whole line would have beside; null where nothing is missing. */
  readonly missing: 'rank' | 'tag' | 'Q0 and tag' | 'rank and tag' | 'score' | null;
}

/** `qid Q0 docno rank score tag`; fields after the tag are ignored, as by trec_eval (`get_trec_results.c`) */
export const whole: RunLayout = { columns: 6, doc: 2, rank: 3, score: 4, tag: 5, missing: null };
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

/** From this rank on, ranks are told from grades. */
const DEEP = 5;

const isNumber = (text: string): boolean => NUMBER.test(text);

type RunLine = readonly string[];

/**
 * Tells the layout of a run by its first lines; null where they are no run, or not surely.
 *
 * @param nameSays what the file name says, for lines that could be judgments too
 */
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

/** Whether a column counts up from 1 (or 0) for each question, and somewhere at least to some number. */
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
