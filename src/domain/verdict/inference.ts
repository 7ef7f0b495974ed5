import { Sampling, testDifference } from '../statistics/compare';
import { significant } from '../statistics/significant';
import { type VerdictInput, type Against, type PairedTest, type SampledQuestions, pairedTests } from './types';
import { holm } from '../statistics/multiplicity';
import { ALPHA } from '../statistics/paired';
import type { Interval } from '../statistics/types';
import { compareWithBest } from '../statistics/with-best';
import {
  type SequentialInput,
  type SequentialPair,
  type SequentialState,
  sequentialFigures,
} from '../evidence/sequential';
import { ConfidenceSequence } from '../statistics/confidence-sequence';
import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';

/** What all parts of a verdict are computed from: more is better, and every question has a value of every system. */
export interface ComparedSystems {
  readonly ids: readonly string[];
  /** A row a system, negated where less is better. */
  readonly rows: readonly Float64Array[];
  readonly means: readonly number[];
  /** Positions of the questions in the input. */
  readonly questions: readonly number[];
  /** 1, or −1 where less is better. */
  readonly sign: 1 | -1;
  readonly sampling: Sampling;
}

/** Means that differ by less differ by rounding. */
const ROUNDING = 1e-9;

/** Whether an advantage is more than the margin: what reverses a verdict. */
export const exceeds = (advantage: number, margin: number): boolean => advantage - margin > ROUNDING;

/** The questions for which every system has a value. */
export function comparedSystems(
  { systems, seed, resamples }: Pick<VerdictInput, 'systems' | 'seed' | 'resamples'>,
  sign: 1 | -1,
): ComparedSystems {
  const length = systems[0]?.values.length ?? 0;
  const questions = [...Array(length).keys()].filter((q) => systems.every(({ values }) => !Number.isNaN(values[q])));
  const rows = systems.map(({ values }) => significant(questions.map((q) => sign * values[q]! + 0)));
  const sampling = new Sampling(rows, seed, resamples);
  const { sums, unit } = sampling.sharedBy([...rows.keys()]);
  const means = sums.map((sum) => (sum * unit) / questions.length);
  return { ids: systems.map(({ id }) => id), rows, means, questions, sign, sampling };
}

export interface Standings {
  /** Positions, highest mean first; of equal means the order of the systems. */
  readonly order: readonly number[];
  /** By position. */
  readonly toBest: readonly Interval[];
  readonly candidates: readonly boolean[];
  readonly withinMargin: readonly boolean[];
}

/**
 * Which systems may be the best, and which are shown to be within the margin of it.
 *
 * A system is excluded where its simultaneous interval of the difference to the best ends at 0, and where the paired
 * randomisation test against the system of the highest mean gives p < .05 (Holm over the systems): the bootstrap is rough
 * for few questions, while the smallest p of n of them is 2 / 2ⁿ. Likewise a system is within the margin where its
 * interval begins above −margin, and the randomisation test of its value + margin against that system gives p < .05.
 *
 * @returns null for fewer than two systems or questions
 */
export function standingsOf(
  { rows, means, sampling }: ComparedSystems,
  margin: number,
  input: Pick<VerdictInput, 'seed' | 'resamples'>,
): Standings | null {
  const all = [...rows.keys()];
  const best = compareWithBest(sampling.sharedBy(all));
  if (!best) return null;
  const order = [...all].sort((a, b) => means[b]! - means[a]! || a - b);
  const [first, ...rest] = order as [number, ...number[]];
  const corrected = holm(rest.map((i) => testDifference(sampling.sharedBy([first, i])).p));
  const excluded = new Set(rest.filter((i, at) => !best.candidates[i]! && isSignificant(corrected[at]!)));
  const withinMargin = rows.map((row, i) => {
    const [low] = best.differences[i]!;
    if (low <= -margin && low < 0) return false;
    return isAhead(row, rows[i === first ? rest[0]! : first]!, margin, input);
  });
  return {
    order,
    toBest: best.differences,
    candidates: rows.map((_, i) => !excluded.has(i)),
    withinMargin,
  };
}

const isSignificant = (p: number | null): boolean => p !== null && p < ALPHA;

/** Whether a row is better than another once the margin is added to it, by the paired randomisation test. */
function isAhead(
  row: Float64Array,
  other: Float64Array,
  margin: number,
  { seed, resamples }: Pick<VerdictInput, 'seed' | 'resamples'>,
): boolean {
  const lifted = significant(row.map((value) => value + margin));
  const shared = new Sampling([lifted, other], seed, resamples).sharedBy([0, 1]);
  return shared.sums[0]! > shared.sums[1]! && isSignificant(testDifference(shared).p);
}

export interface Inference {
  /** Null for too few systems or questions. */
  standings(margin: number): Standings | null;
  /** Tests of one family, corrected for all of them. */
  tests(pairs: readonly Against[]): PairedTest[];
}

/**
 * What a verdict rests on while questions are judged in random order: everything holds at every look, see
 * {@link sequentialFigures}. A paired test of p < .05 that is read after every question finds a winner where there is none
 * in a third of all sequences.
 *
 * @param order of the compared questions, in which they are judged: positions in the rows
 * @param range of the difference of two values
 */
function anytimeInference(compared: ComparedSystems, order: readonly number[], range: Interval): Inference {
  const { ids, rows, means } = compared;
  const ordered = rows.map((row) => Float64Array.from(order, (at) => row[at]!));
  const input = {
    systems: ids.map((id, i) => ({ id, values: ordered[i]! })),
    range,
    alpha: ALPHA,
  };
  return {
    standings: (margin) => anytimeStandings({ ids, means }, margin, input),
    tests: (pairs) => pairs.map((pair) => anytimeTest(ordered, pair, input.range, pairs.length)),
  };
}

type Input = Pick<SequentialInput, 'systems' | 'range' | 'alpha'>;

function anytimeStandings(
  { ids, means }: Pick<ComparedSystems, 'ids' | 'means'>,
  margin: number,
  input: Input,
): Standings | null {
  if (ids.length < 2 || input.systems[0]!.values.length === 0) return null;
  const { shown, pairs } = sequentialFigures({ ...input, margin, better: 'higher' });
  const candidates = candidatesOf(shown.state);
  const own = new Intervals(ids, shown.pairs);
  // Not only differences to a best system are shown: all of them have to hold together.
  const together = new Intervals(ids, pairs);
  const all = [...ids.keys()];
  const others = (i: number): number[] => all.filter((j) => j !== i);
  return {
    order: [...all].sort((a, b) => means[b]! - means[a]! || a - b),
    toBest: all.map((i): Interval => {
      const to = others(i).map((j) => together.of(i, j));
      return [Math.min(...to.map(([low]) => low)), Math.min(...to.map(([, high]) => high))];
    }),
    candidates: ids.map((id) => candidates.includes(id)),
    withinMargin: all.map((i) => others(i).every((j) => isWithin(own.of(i, j), margin))),
  };
}

function candidatesOf(state: SequentialState): readonly string[] {
  if (state.kind === 'decided') return [state.best];
  return state.kind === 'open' ? state.candidates : state.best;
}

const isWithin = ([low]: Interval, margin: number): boolean => low > -margin || low >= 0;

/** Of the difference of one system to another, by position. */
class Intervals {
  private readonly byPair = new Map<string, Interval>();

  constructor(
    private readonly ids: readonly string[],
    pairs: readonly SequentialPair[],
  ) {
    for (const { first, second, interval } of pairs) {
      const [low, high] = interval ?? [-Infinity, Infinity];
      this.byPair.set(JSON.stringify([first, second]), [low, high]);
      this.byPair.set(JSON.stringify([second, first]), [-high, -low]);
    }
  }

  of(i: number, j: number): Interval {
    return this.byPair.get(JSON.stringify([this.ids[i], this.ids[j]]))!;
  }
}

function anytimeTest(
  rows: readonly Float64Array[],
  [system, other]: Against,
  range: Interval,
  comparisons: number,
): PairedTest {
  const sequence = new ConfidenceSequence({ range, alpha: ALPHA / comparisons });
  for (const [q, value] of rows[system]!.entries()) sequence.add(value - rows[other]![q]!);
  const { interval } = sequence;
  const finding = !interval ? 'open' : interval[0] > 0 ? 'better' : interval[1] < 0 ? 'worse' : 'open';
  return { difference: sequence.mean, interval, p: null, holm: null, comparisons, finding, anytime: true };
}

/** Lowest and highest difference of two values; null where a measure has no range. */
export function differenceRange(measure: string): Interval | null {
  const { range } = definitionOf(measureOf(measure));
  if (!range) return null;
  const widest = range[1] - range[0];
  return [-widest, widest];
}

/** Of questions that are all judged, and looked at once. */
const onceInference = (compared: ComparedSystems, input: Pick<VerdictInput, 'seed' | 'resamples'>): Inference => ({
  standings: (margin) => standingsOf(compared, margin, input),
  tests: (pairs) => pairedTests(compared.sampling, pairs),
});

/** @returns why nothing can be concluded where judging is not done */
export function inferenceOf(input: VerdictInput, compared: ComparedSystems): Inference | 'unbounded' {
  const { judging } = input;
  if (!judging) return onceInference(compared, input);
  const range = differenceRange(input.measure);
  if (!range) return 'unbounded';
  return anytimeInference(compared, orderWithin(judging, compared), range);
}

/** Positions of the compared questions in the rows, in the order in which they are judged. */
function orderWithin({ order }: SampledQuestions, { questions }: ComparedSystems): number[] {
  const at = new Map(questions.map((q, i) => [q, i]));
  return order.flatMap((q) => at.get(q) ?? []);
}
