import { isJudged } from '../measures/judge';
import type { MeasureArguments } from '../measures/measure';
import type { Measure } from '../measures/parse';
import { argumentsOf } from '../measures/score';
import type { Interval } from '../statistics/types';
import { type BoundedPassage, highestGainAdvantage } from './gain-bounds';
import { countsNeeds, type MeasureOptions, type Pooled, type PooledQuestion, type PoolGrades } from './pooled-question';

/** What a passage that is relevant gives at a rank, where a value is a sum over passages. */
type Discount = (rank: number, at: MeasureArguments) => number;

const one: Discount = (rank) => (rank === Infinity ? 0 : 1);
const persistence: Discount = (rank, { p }) => (rank === Infinity ? 0 : (1 - p) * p ** (rank - 1));

/** Value of a sum over passages, by the number of relevant ones. Which of them are judged changes nothing. */
interface SumMeasure {
  readonly kind: 'sum' | 'precisions';
  readonly discount: Discount;
  /** What the sum is divided by; 0 gives a value of 0. */
  readonly divisor: (relevant: number, k: number) => number;
}

const BOUNDED: Readonly<Partial<Record<Measure['name'], SumMeasure | { readonly kind: 'first' | 'gain' }>>> = {
  P: { kind: 'sum', discount: one, divisor: (_, k) => k },
  RBP: { kind: 'sum', discount: persistence, divisor: () => 1 },
  RBPgraded: { kind: 'sum', discount: persistence, divisor: () => 1 },
  Recall: { kind: 'sum', discount: one, divisor: (relevant) => relevant },
  RecallCapped: { kind: 'sum', discount: one, divisor: (relevant, k) => Math.min(k, relevant) },
  F1: { kind: 'sum', discount: one, divisor: (relevant, k) => (k + relevant) / 2 },
  MAP: { kind: 'precisions', discount: one, divisor: (relevant) => relevant },
  MAPmin: { kind: 'precisions', discount: one, divisor: (relevant, k) => Math.min(k, relevant) },
  HitRate: { kind: 'first' },
  MRR: { kind: 'first' },
  nDCG: { kind: 'gain' },
  nDCGexp: { kind: 'gain' },
};

/**
 * Whether differences by a measure can be bounded. Where passages are chunks, measures that count all relevant passages
 * cannot: a span that is judged makes other chunks relevant, of each chunking its own. Nor can measures that count needs
 * where some question has any (see {@link countsNeeds}).
 */
export function isBounded(measure: Measure, { passages, needs }: Pooled): boolean {
  const { name, cutoff } = measure;
  if (cutoff === null || !BOUNDED[name] || (needs && countsNeeds(measure))) return false;
  return passages === 'documents' || ['P', 'RBP', 'RBPgraded', 'HitRate', 'MRR'].includes(name);
}

/**
 * Lowest and highest difference of two systems for a question, over all completions of its judgments: every item of the
 * pool without a grade can get any from 0 to the highest. The difference with the whole pool judged is never outside.
 *
 * They are the lowest and the highest there are, but for MAP and for items that stand for several passages, where they
 * can be wider: passages are then taken to have grades of their own. Carterette, Allan and Sitaraman, “Minimal
 * test collections for retrieval evaluation”, 2006; for RBP, Moffat and Zobel, 2008.
 *
 * @param pair positions of the systems; the difference is first − second
 * @throws {RangeError} for a measure that is not bounded, see {@link isBounded}
 */
export function questionBounds(
  question: PooledQuestion,
  pair: readonly [number, number],
  grades: PoolGrades,
  options: MeasureOptions,
): Interval {
  if (!isBounded(options.measure, { passages: 'documents', needs: false }))
    throw new RangeError(`bounds of ${options.measure.text}`);
  const passages = passagesOf(question, pair, grades, options.measure.cutoff!);
  const low = -highestAdvantage(passages.map(mirrored), options);
  return [low === 0 ? 0 : low, highestAdvantage(passages, options)];
}

/** Of the mean difference over questions, from those of each. */
export function meanBounds(bounds: Iterable<Interval>): Interval {
  const all = [...bounds];
  const mean = (end: 0 | 1): number => all.reduce((sum, interval) => sum + interval[end], 0) / all.length;
  return [mean(0), mean(1)];
}

const mirrored = ({ first, second, grade }: BoundedPassage): BoundedPassage => ({
  first: second,
  second: first,
  grade,
});

function passagesOf(
  { items, lists, elsewhere = [] }: PooledQuestion,
  pair: readonly [number, number],
  grades: PoolGrades,
  k: number,
): BoundedPassage[] {
  const ranks = pair.map((system) => {
    const own = items.map((): number[] => []);
    lists[system]!.slice(0, k).forEach((item, at) => {
      if (item >= 0) own[item]!.push(at + 1);
    });
    return own;
  });
  const pooled = items.flatMap(({ passages }, item) => {
    const [first, second] = ranks.map((own) => own[item]!) as [number[], number[]];
    const grade = isJudged(grades[item]) ? grades[item] : undefined;
    return Array.from({ length: Math.max(passages, first.length, second.length) }, (_, i) => ({
      first: first[i] ?? Infinity,
      second: second[i] ?? Infinity,
      grade,
    }));
  });
  return [...pooled, ...elsewhere.map((grade) => ({ first: Infinity, second: Infinity, grade }))];
}

function highestAdvantage(passages: readonly BoundedPassage[], options: MeasureOptions): number {
  const at = argumentsOf(options.measure, options);
  const bounded = BOUNDED[options.measure.name]!;
  switch (bounded.kind) {
    case 'first':
      return highestFirst(
        passages,
        options.measure.name === 'MRR' ? (rank) => 1 / rank : (rank) => Number(rank < Infinity),
        at,
      );
    case 'gain': {
      const gain = options.measure.name === 'nDCG' ? (grade: number) => grade : (grade: number) => 2 ** grade - 1;
      return highestGainAdvantage(passages, { cutoff: at.cutoff, maxGrade: at.maxGrade, gain });
    }
    default:
      return highestSum(passages, bounded, options.measure.name === 'RBPgraded', at);
  }
}

/** One relevant passage decides each value; a second one that is relevant can only bring the values together or lower. */
function highestFirst(
  passages: readonly BoundedPassage[],
  valueOf: (rank: number) => number,
  { relevance }: MeasureArguments,
): number {
  const relevant = passages.filter(({ grade }) => grade !== undefined && grade >= relevance);
  const [first, second] = (['first', 'second'] as const).map((list) =>
    relevant.reduce((best, passage) => Math.min(best, passage[list]), Infinity),
  ) as [number, number];
  return passages
    .filter(({ grade }) => grade === undefined)
    .reduce(
      (most, passage) =>
        Math.max(most, valueOf(Math.min(first, passage.first)) - valueOf(Math.min(second, passage.second))),
      valueOf(first) - valueOf(second),
    );
}

/** The best choice of 0, 1, 2, … passages that become relevant: the divisor depends on their number alone. */
function highestSum(
  passages: readonly BoundedPassage[],
  { kind, discount, divisor }: SumMeasure,
  graded: boolean,
  at: MeasureArguments,
): number {
  const gainOf = (grade: number): number =>
    graded ? Math.min(grade, at.maxGrade) / at.maxGrade : Number(grade >= at.relevance);
  const known = passages.flatMap(({ first, second, grade }) =>
    grade === undefined || gainOf(grade) === 0 ? [] : [{ first, second, gain: gainOf(grade) }],
  );
  const open = passages.filter(({ grade }) => grade === undefined);
  const together = (a: Ranks, b: Ranks): number =>
    kind === 'sum' ? 0 : shared(a.first, b.first) - shared(a.second, b.second);
  const alone = (a: Ranks): number =>
    kind === 'sum'
      ? discount(a.first, at) - discount(a.second, at)
      : shared(a.first, a.first) - shared(a.second, a.second);
  const pairs = (of: readonly Ranks[]): number =>
    of.reduce((sum, a, i) => sum + of.slice(i + 1).reduce((own, b) => own + together(a, b), 0), 0);
  const now = known.reduce((sum, each) => sum + each.gain * alone(each), 0) + pairs(known);
  const added = open.map((a) => ({
    own: alone(a) + known.reduce((sum, b) => sum + together(a, b), 0),
    // What others can add to it, the most first; none of this where values are sums.
    gained:
      kind === 'sum' ? [] : open.flatMap((b) => (b === a ? [] : Math.max(0, together(a, b)))).sort((x, y) => y - x),
  }));
  let highest = -Infinity;
  for (let count = 0; count <= open.length; count++) {
    // Each of two that gain together is given half of it.
    const most = added.map(
      ({ own, gained }) => own + gained.slice(0, Math.max(0, count - 1)).reduce((sum, value) => sum + value, 0) / 2,
    );
    const best = most.sort((a, b) => b - a).slice(0, count);
    const sum = best.reduce((all, value) => all + value, now);
    const whole = divisor(known.length + count, at.cutoff);
    highest = Math.max(highest, whole === 0 ? 0 : sum / whole);
  }
  return highest;
}

type Ranks = Pick<BoundedPassage, 'first' | 'second'>;

/** What two relevant passages at these ranks give to Σ P@i: the one behind counts the one before. */
const shared = (a: number, b: number): number => {
  const last = Math.max(a, b);
  return last === Infinity ? 0 : 1 / last;
};
