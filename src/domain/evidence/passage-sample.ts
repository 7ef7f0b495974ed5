import { hashText } from '../../base/hash';
import type { Measure } from '../measures/parse';
import { drawingOrder } from '../statistics/successive-sampling';
import type { PooledQuestion } from './pooled-question';

/**
 * `unbiased` where the value is a sum over passages; `ratio` where such a sum is divided by an estimate of what all
 * relevant passages would give, or products of grades are summed: biased where few are judged.
 */
export type EstimateKind = 'unbiased' | 'ratio';

/** Null where the value hangs on a single passage or cannot be had from a sample. */
export function estimateKind({ name, cutoff }: Measure): EstimateKind | null {
  if (cutoff === null) return null;
  return KINDS[name] ?? null;
}

const KINDS: Readonly<Partial<Record<Measure['name'], EstimateKind>>> = {
  P: 'unbiased',
  RBP: 'unbiased',
  RBPgraded: 'unbiased',
  Recall: 'ratio',
  RecallCapped: 'ratio',
  F1: 'ratio',
  MAP: 'ratio',
  MAPmin: 'ratio',
  nDCG: 'ratio',
  nDCGexp: 'ratio',
};

/** Share of an item's size that it has for the systems' own values, beside that for their difference. */
const OWN = 0.5;
/** Share of the mean size that every item has where relevant passages are counted, too. */
const COUNTED = 0.25;

export interface SampleOptions {
  /** New for each plan: chance must not know what was judged before. */
  readonly seed: string;
  readonly measure: Measure;
  /** Positions of systems that are compared; null for all. */
  readonly pair: readonly number[] | null;
  /** Items that were judged before the plan was made. */
  readonly known?: (item: number) => boolean;
}

export interface PassageSample {
  /** Items in the order in which they are drawn; not those that are known, nor those that can add nothing. */
  readonly order: readonly number[];
  /** By item: its chance to be drawn next is in proportion to it. */
  readonly sizes: Float64Array;
  readonly known: readonly number[];
  /** By system and item: what the value has of each unit of gain. */
  readonly shares: readonly Float64Array[];
}

/**
 * The order in which the items of a question are drawn, by successive sampling: the same for the same seed, and that of n
 * judgments begins that of n + 1.
 *
 * Chances grow with how much an item can add to the difference of two compared systems, the root mean square over their
 * pairs (Schnabel, Swaminathan, Frazier and Joachims, “Unbiased comparative evaluation of ranking functions”, 2016), and
 * by half as much with what it can add to a system's own value, so that each of these is estimated as well.
 *
 * What was judged before the plan is known for certain, and the sample is drawn of the rest: which items these are does
 * not depend on the plan's chance. What is judged later counts only where it is drawn: otherwise grades would have
 * decided what is in the sample.
 */
export function passageSample(question: PooledQuestion, options: SampleOptions): PassageSample {
  const { query, items } = question;
  const uniforms = Float64Array.from(items, ({ key }) => uniformOf([options.seed, query, key]));
  return sampleBy(question, options, uniforms);
}

/** As {@link passageSample}, by numbers above 0 and below 1 for each item instead of a seed. */
export function sampleBy(
  { items, lists }: PooledQuestion,
  { measure, pair, known = () => false }: Omit<SampleOptions, 'seed'>,
  uniforms: Float64Array,
): PassageSample {
  const shares = lists.map((list) => sharesOf(list, items.length, measure));
  const compared = pair ? pair.map((system) => shares[system]!) : shares;
  const pairs = compared.flatMap((a, i) => compared.slice(i + 1).map((b) => [a, b] as const));
  const sizes = new Float64Array(items.length);
  for (const item of sizes.keys()) {
    const moved = meanSquare(pairs.map(([a, b]) => a[item]! - b[item]!));
    const own = meanSquare(shares.map((share) => share[item]!));
    sizes[item] = Math.sqrt(moved) + OWN * Math.sqrt(own);
  }
  if (estimateKind(measure) === 'ratio') {
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    for (const item of sizes.keys()) sizes[item]! += COUNTED * mean;
  }
  const all = [...items.keys()];
  const knownItems = all.filter(known);
  for (const item of knownItems) sizes[item] = 0;
  return { order: drawingOrder(sizes, uniforms), sizes, known: knownItems, shares };
}

/** The same draw, for the values of other lists or by another measure: a weight holds for any sum over passages. */
export const sampleFor = (
  { order, sizes, known }: PassageSample,
  { items, lists }: PooledQuestion,
  measure: Measure,
): PassageSample => ({ order, sizes, known, shares: lists.map((list) => sharesOf(list, items.length, measure)) });

const meanSquare = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value * value, 0) / values.length;

/** Above 0 and below 1: the middle of one of 2⁵² parts, by a hash. */
const uniformOf = (parts: readonly string[]): number =>
  (Number.parseInt(hashText(JSON.stringify(parts)).slice(0, 13), 16) + 0.5) / 2 ** 52;

/** What a list gives for each item: an item that stands for several passages of the list has the sum. */
function sharesOf(list: readonly number[], items: number, measure: Measure): Float64Array {
  const shares = new Float64Array(items);
  const k = measure.cutoff ?? list.length;
  list.slice(0, k).forEach((item, rank) => {
    if (item >= 0) shares[item]! += discountAt(rank, k, measure);
  });
  return shares;
}

/** @param rank from 0 */
function discountAt(rank: number, k: number, { name, parameters }: Measure): number {
  switch (name) {
    case 'nDCG':
    case 'nDCGexp':
      return 1 / Math.log2(rank + 2) / highestGain(k);
    case 'RBP':
    case 'RBPgraded':
      return (1 - parameters.p!) * parameters.p! ** rank;
    case 'MAP':
    case 'MAPmin': {
      // A passage counts in the precision at its own rank and at those of all relevant ones behind it.
      let sum = 1;
      for (let i = rank + 1; i <= k; i++) sum += 1 / i;
      return sum / k;
    }
    default:
      return 1 / k;
  }
}

/** DCG@k of k passages with a gain of 1. */
const highestGain = (k: number): number => {
  let sum = 0;
  for (let rank = 0; rank < k; rank++) sum += 1 / Math.log2(rank + 2);
  return sum;
};
