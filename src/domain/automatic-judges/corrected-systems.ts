import type { Interval } from '../statistics/types';
import { CorrectedSequence } from './corrected-sequence';
import { predictionPowered } from './prediction-powered';

export interface CorrectedSystemsInput {
  /** Values by human judgments: a row a system, the first n questions of the random order. */
  readonly human: readonly Float64Array[];
  /** Values by the judge: a row a system, all N questions in the order of judging. */
  readonly automatic: readonly Float64Array[];
  /** That a value can have at least and at most. */
  readonly range: Interval;
  readonly alpha: number;
}

export interface CorrectedDifference {
  /** Positions of the systems; the difference is first − second. */
  readonly first: number;
  readonly second: number;
  readonly mean: number;
  /** May be read at any time; null where every difference is excluded. */
  readonly interval: Interval | null;
  /** The same of the human judgments alone. */
  readonly humanInterval: Interval | null;
  /** λ: share of the automatic differences that is taken for true. */
  readonly weight: number;
  /** Questions judged by people alone that would be as good, of one look; from n to N. */
  readonly worth: number;
}

export interface JudgeBias {
  /** Mean of automatic − human values: above 0 where the judge is kinder to the system than people are. */
  readonly mean: number;
  readonly interval: Interval | null;
}

export interface CorrectedSystems {
  /** Judged by people. */
  readonly questions: number;
  /** Every pair, first before second; all intervals hold together in 1 − α of all orders. Null below three questions. */
  readonly differences: readonly CorrectedDifference[] | null;
  /** The system that is better than every other; null while that is open. Wrong at any time in at most α of all orders. */
  readonly best: number | null;
  /** By system; each interval holds alone. */
  readonly bias: readonly JudgeBias[];
}

/**
 * Systems compared over N questions by human judgments of some and automatic ones of all, see {@link CorrectedSequence}.
 * Intervals of all pairs have α / pairs each (Bonferroni). “i is best” is claimed when i is above each other system in an
 * interval of α / (m − 1): where it is false, some j is at least as good as i, so that the claim needs an interval of i
 * and the truly best system to miss the truth; there are m − 1 comparisons with that one, and their errors sum to α.
 */
export function correctedSystems(input: CorrectedSystemsInput): CorrectedSystems {
  const { human, alpha } = input;
  const questions = human[0]?.length ?? 0;
  const systems = human.map((_, position) => position);
  const pairs = systems.flatMap((first) => systems.slice(first + 1).map((second) => ({ first, second })));
  return {
    questions,
    differences:
      questions < 3 ? null : pairs.map((pair) => differenceOf(input, pair.first, pair.second, alpha / pairs.length)),
    best: systems.length < 2 ? null : bestOf(input, pairs),
    bias: systems.map((system) => biasOf(input, system)),
  };
}

function differenceOf(input: CorrectedSystemsInput, first: number, second: number, alpha: number): CorrectedDifference {
  const { human, all } = differencesOf(input, first, second);
  const automatic = all.subarray(0, human.length);
  const { mean, weight, worth } = predictionPowered({ human, automatic, all, alpha })!;
  const range = differenceRange(input.range);
  const interval = intervalOf(human, all, range, alpha);
  const humanInterval = intervalOf(human, new Float64Array(all.length), range, alpha);
  return { first, second, mean: within(mean, interval), interval, humanInterval, weight, worth };
}

function bestOf(input: CorrectedSystemsInput, pairs: readonly { first: number; second: number }[]): number | null {
  const systems = input.human.length;
  const wins = new Array<number>(systems).fill(0);
  for (const { first, second } of pairs) {
    const { human, all } = differencesOf(input, first, second);
    const interval = intervalOf(human, all, differenceRange(input.range), input.alpha / (systems - 1));
    if (interval && interval[0] > 0) wins[first]!++;
    if (interval && interval[1] < 0) wins[second]!++;
  }
  const best = wins.indexOf(systems - 1);
  return best < 0 ? null : best;
}

function biasOf({ human, automatic, range, alpha }: CorrectedSystemsInput, system: number): JudgeBias {
  const values = human[system]!;
  const differences = minus(automatic[system]!.subarray(0, values.length), values);
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  const nothing = new Float64Array(automatic[system]!.length);
  return { mean, interval: intervalOf(differences, nothing, differenceRange(range), alpha) };
}

const differencesOf = ({ human, automatic }: CorrectedSystemsInput, first: number, second: number) => ({
  human: minus(human[first]!, human[second]!),
  all: minus(automatic[first]!, automatic[second]!),
});

function intervalOf(human: Float64Array, automatic: Float64Array, range: Interval, alpha: number): Interval | null {
  const sequence = new CorrectedSequence({ range, alpha, automatic });
  for (const value of human) sequence.add(value);
  return sequence.interval;
}

const minus = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, i) => value - b[i]!);

const differenceRange = ([low, high]: Interval): Interval => [low - high, high - low];

/** The estimate of one look may lie outside what all looks together leave. */
const within = (mean: number, interval: Interval | null): number =>
  interval ? Math.max(interval[0], Math.min(interval[1], mean)) : mean;
