import type { Interval } from '../statistics/types';
import { CorrectedSequence } from './corrected-sequence';
import { predictionPowered } from './prediction-powered';

/** Values by automatic judgments: a row a system, all N questions in the order of judging. */
export interface AutomaticValues {
  /** Judged questions that these grades were calibrated on: they hold for the questions after those. */
  readonly from: number;
  readonly rows: readonly Float64Array[];
}

export interface CorrectedSystemsInput {
  /** Values by human judgments: a row a system, the first n questions of the random order. */
  readonly human: readonly Float64Array[];
  /** By `from`, which begins with 0; one entry where nothing was calibrated. */
  readonly automatic: readonly AutomaticValues[];
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
  const human = minus(input.human[first]!, input.human[second]!);
  const schedule = differencesOf(input, first, second);
  const all = heldOut(schedule, human.length);
  const { mean, weight, worth } = predictionPowered({
    human,
    automatic: all.subarray(0, human.length),
    all,
    alpha,
  })!;
  const range = differenceRange(input.range);
  const interval = intervalOf(human, schedule, range, alpha);
  const humanInterval = intervalOf(human, [{ from: 0, values: new Float64Array(all.length) }], range, alpha);
  return { first, second, mean: within(mean, interval), interval, humanInterval, weight, worth };
}

function bestOf(input: CorrectedSystemsInput, pairs: readonly { first: number; second: number }[]): number | null {
  const systems = input.human.length;
  const wins = new Array<number>(systems).fill(0);
  for (const { first, second } of pairs) {
    const human = minus(input.human[first]!, input.human[second]!);
    const interval = intervalOf(
      human,
      differencesOf(input, first, second),
      differenceRange(input.range),
      input.alpha / (systems - 1),
    );
    if (interval && interval[0] > 0) wins[first]!++;
    if (interval && interval[1] < 0) wins[second]!++;
  }
  const best = wins.indexOf(systems - 1);
  return best < 0 ? null : best;
}

function biasOf({ human, automatic, range, alpha }: CorrectedSystemsInput, system: number): JudgeBias {
  const schedule = automatic.map(({ from, rows }) => ({ from, values: rows[system]! }));
  const values = human[system]!;
  const differences = minus(heldOut(schedule, values.length).subarray(0, values.length), values);
  const nothing = [{ from: 0, values: new Float64Array(automatic[0]!.rows[system]!.length) }];
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  return { mean, interval: intervalOf(differences, nothing, differenceRange(range), alpha) };
}

interface Scheduled {
  readonly from: number;
  readonly values: Float64Array;
}

const differencesOf = ({ automatic }: CorrectedSystemsInput, first: number, second: number): Scheduled[] =>
  automatic.map(({ from, rows }) => ({ from, values: minus(rows[first]!, rows[second]!) }));

function intervalOf(
  human: Float64Array,
  schedule: readonly Scheduled[],
  range: Interval,
  alpha: number,
): Interval | null {
  const sequence = new CorrectedSequence({ range, alpha, automatic: schedule[0]!.values });
  human.forEach((value, t) => {
    const next = schedule.find(({ from }) => from === t);
    if (next && t > 0) sequence.replace(next.values);
    sequence.add(value);
  });
  return sequence.interval;
}

/** Each judged question by what was calibrated before it, the others by what was calibrated last. */
function heldOut(schedule: readonly Scheduled[], judged: number): Float64Array {
  const last = schedule.at(-1)!.values;
  return last.map((value, t) => (t < judged ? schedule.findLast(({ from }) => from <= t)!.values[t]! : value));
}

const minus = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, i) => value - b[i]!);

const differenceRange = ([low, high]: Interval): Interval => [low - high, high - low];

/** The estimate of one look may lie outside what all looks together leave. */
const within = (mean: number, interval: Interval | null): number =>
  interval ? Math.max(interval[0], Math.min(interval[1], mean)) : mean;
