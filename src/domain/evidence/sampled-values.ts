import { valueOf } from '../../base/containers';
import type { MeasureArguments } from '../measures/measure';
import { isJudged } from '../measures/judge';
import { argumentsOf } from '../measures/score';
import { murthyWeights } from '../statistics/successive-sampling';
import type { Interval } from '../statistics/types';
import { estimateKind, type PassageSample } from './passage-sample';
import type { PoolGrades, MeasureOptions, PooledQuestion } from './pooled-question';

/** What was drawn, each item standing for `weight` items of the pool; items that are known stand for themselves. */
interface Drawn {
  readonly item: number;
  readonly grade: number;
  readonly weight: number;
}

/**
 * Estimates of a question's value for each system from the first n items of a sample: unbiased for a sum over passages,
 * by {@link murthyWeights}, a ratio of such estimates for others (see {@link estimateKind}; Yilmaz, Kanoulas and Aslam, “A
 * simple and efficient sampling method for estimating AP and NDCG”, 2008). What they estimate is the value with the
 * whole pool judged; where all of it is drawn, they are that value.
 *
 * An unbiased estimate may be below 0 and above 1, and is not cut off there: that would be a bias.
 *
 * @returns by system; null until the first n items, or all there are, have a grade
 * @throws {RangeError} for a measure that a sample cannot estimate
 */
export function sampledValues(
  question: PooledQuestion,
  sample: PassageSample,
  n: number,
  grades: PoolGrades,
  options: MeasureOptions,
): Float64Array | null {
  const drawn = drawnOf(sample, n, grades);
  if (!drawn) return null;
  const at = argumentsOf(options.measure, options);
  const kind = estimateKind(options.measure);
  if (kind === null) throw new RangeError(`${options.measure.text} of sampled passages`);
  if (kind === 'unbiased') return sums(sample, drawn, gainOf(options, at));
  const weights = new Map(drawn.map((each) => [each.item, each]));
  return Float64Array.from(question.lists, (list) => ratioOf(list.slice(0, at.cutoff), weights, question, options, at));
}

/**
 * As {@link sampledValues}, of the sum over passages that a ratio measure divides, which is unbiased: DCG@k for nDCG@k, as
 * a share of that of k passages of the highest grade; P@k for measures that count relevant passages; for an unbiased
 * measure its own estimate.
 */
export function additiveValues(
  sample: PassageSample,
  n: number,
  grades: PoolGrades,
  options: MeasureOptions,
): Float64Array | null {
  const drawn = drawnOf(sample, n, grades);
  return drawn && sums(sample, drawn, gainOf(options, argumentsOf(options.measure, options)));
}

/**
 * Lowest and highest difference of two systems' values that samples of n items can give, for any grades: the range of a
 * confidence sequence. It is known before the first judgment.
 */
export function sampledRange(samples: Iterable<PassageSample>, n: number, { measure }: MeasureOptions): Interval {
  return estimateKind(measure) === 'ratio' ? [-1, 1] : additiveRange(samples, n);
}

/** As {@link sampledRange}, for {@link additiveValues}. */
export function additiveRange(samples: Iterable<PassageSample>, n: number): Interval {
  let most = 0;
  for (const { order, sizes, known, shares } of samples) {
    const total = sizes.reduce((sum, size) => sum + size, 0);
    shares.forEach((first, i) => {
      for (const second of shares.slice(i + 1)) {
        const moves = (item: number): number => Math.abs(first[item]! - second[item]!);
        const sum = (items: readonly number[]): number => items.reduce((all, item) => all + moves(item), 0);
        // Weights · sizes sum to the total, whatever is drawn.
        const drawn =
          order.length <= n ? sum(order) : total * Math.max(...order.map((item) => moves(item) / sizes[item]!));
        most = Math.max(most, sum(known) + drawn);
      }
    });
  }
  return [-most, most];
}

function drawnOf({ order, sizes, known }: PassageSample, n: number, grades: PoolGrades): Drawn[] | null {
  const items = order.slice(0, n);
  if (![...known, ...items].every((item) => isJudged(grades[item]))) return null;
  const weights = weightsOf(order, sizes, n);
  return [
    ...known.map((item) => ({ item, grade: grades[item]!, weight: 1 })),
    ...items.map((item, i) => ({ item, grade: grades[item]!, weight: weights[i]! })),
  ];
}

/** Of the first n items of an order, kept with it: every measure of a question has the same. */
const KEPT = new WeakMap<readonly number[], Map<number, readonly number[]>>();

function weightsOf(order: readonly number[], sizes: Float64Array, n: number): readonly number[] {
  const own = valueOf(KEPT, order, () => new Map<number, readonly number[]>());
  return valueOf(own, n, () =>
    murthyWeights(
      order.slice(0, n).map((item) => sizes[item]!),
      order.slice(n).reduce((sum, item) => sum + sizes[item]!, 0),
    ),
  );
}

function sums({ shares }: PassageSample, drawn: readonly Drawn[], gain: (grade: number) => number): Float64Array {
  return Float64Array.from(shares, (share) =>
    drawn.reduce((sum, { item, grade, weight }) => sum + weight * gain(grade) * share[item]!, 0),
  );
}

/** Gain from 0 to 1. */
function gainOf({ measure }: MeasureOptions, { relevance, maxGrade }: MeasureArguments): (grade: number) => number {
  switch (measure.name) {
    case 'nDCG':
    case 'RBPgraded':
      return (grade) => Math.min(grade, maxGrade) / maxGrade;
    case 'nDCGexp':
      return (grade) => (2 ** Math.min(grade, maxGrade) - 1) / (2 ** maxGrade - 1);
    default:
      return (grade) => (grade >= relevance ? 1 : 0);
  }
}

/** @param list of a system, cut at k */
function ratioOf(
  list: readonly number[],
  drawn: ReadonlyMap<number, Drawn>,
  { items, elsewhere = [] }: PooledQuestion,
  { measure }: MeasureOptions,
  { cutoff, relevance }: MeasureArguments,
): number {
  const counted = [
    ...[...drawn.values()].map(({ item, grade, weight }) => ({ grade, count: weight * items[item]!.passages })),
    ...elsewhere.map((grade) => ({ grade, count: 1 })),
  ];
  const total = counted.reduce((sum, { grade, count }) => sum + (grade >= relevance ? count : 0), 0);
  const found = list.map((item) => {
    const each = drawn.get(item);
    return each && each.grade >= relevance ? each.weight : 0;
  });
  const relevant = found.reduce((sum, weight) => sum + weight, 0);
  const share = (value: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, value / whole));
  switch (measure.name) {
    case 'nDCG':
    case 'nDCGexp': {
      const gain = (grade: number): number => (measure.name === 'nDCG' ? grade : 2 ** grade - 1);
      const own = list.map((item, rank) => {
        const each = drawn.get(item);
        return each ? (each.weight * gain(each.grade)) / Math.log2(rank + 2) : 0;
      });
      return share(
        own.reduce((sum, value) => sum + value, 0),
        idealGain(counted, cutoff, gain),
      );
    }
    case 'Recall':
      return share(relevant, total);
    case 'RecallCapped':
      return share(relevant, Math.min(cutoff, total));
    case 'F1':
      return share(2 * relevant, cutoff + total);
    default:
      return share(summedPrecision(found), measure.name === 'MAP' ? total : Math.min(cutoff, total));
  }
}

/** Σ P@i over ranks with a relevant passage, each and those above it by their weights. */
function summedPrecision(found: readonly number[]): number {
  let above = 0;
  let sum = 0;
  found.forEach((weight, rank) => {
    if (weight > 0) sum += (weight * (1 + above)) / (rank + 1);
    above += weight;
  });
  return sum;
}

/** DCG@k of the best order of counted grades; counts need not be whole, the discount runs straight between ranks. */
function idealGain(
  counted: readonly { readonly grade: number; readonly count: number }[],
  k: number,
  gain: (grade: number) => number,
): number {
  const best = counted.filter(({ grade }) => grade > 0).sort((a, b) => b.grade - a.grade);
  let sum = 0;
  let from = 0;
  for (const { grade, count } of best) {
    const to = from + count;
    sum += gain(grade) * (discountUpTo(Math.min(k, to)) - discountUpTo(Math.min(k, from)));
    from = to;
  }
  return sum;
}

/** Σ 1 / log2(i + 1) over the ranks up to x. */
function discountUpTo(x: number): number {
  const whole = Math.floor(x);
  let sum = (x - whole) / Math.log2(whole + 2);
  for (let rank = 1; rank <= whole; rank++) sum += 1 / Math.log2(rank + 1);
  return sum;
}
