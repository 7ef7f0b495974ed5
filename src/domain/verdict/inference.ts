import { Sampling, testDifference } from '../statistics/compare';
import { significant } from '../statistics/significant';
import { type VerdictInput, type Against, type PairedTest, type SampledQuestions, pairedTests } from './types';
import { holm } from '../statistics/multiplicity';
import { ALPHA } from '../statistics/paired';
import type { Interval } from '../statistics/types';
import { compareWithBest } from '../statistics/with-best';
import {
  intervalsBetween,
  type SequentialInput,
  type SequentialState,
  sequentialFigures,
} from '../evidence/sequential';
import { ConfidenceSequence } from '../statistics/confidence-sequence';
import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';

export type ComparedSystems = ReturnType<typeof comparedSystems>;

/** Means that differ by less differ by rounding. */
const ROUNDING = 1e-9;

export const exceeds = (advantage: number, margin: number): boolean => advantage - margin > ROUNDING;

export function comparedSystems(
  { systems, seed, resamples }: Pick<VerdictInput, 'systems' | 'seed' | 'resamples'>,
  sign: 1 | -1,
) {
  const length = systems[0]?.values.length ?? 0;
  const questions = [...Array(length).keys()].filter((q) => systems.every(({ values }) => !Number.isNaN(values[q])));
  const rows = systems.map(({ values }) => significant(questions.map((q) => sign * values[q]! + 0)));
  const sampling = new Sampling(rows, seed, resamples);
  const { sums, unit } = sampling.sharedBy([...rows.keys()]);
  const means = sums.map((sum) => (sum * unit) / questions.length);
  return { ids: systems.map(({ id }) => id), rows, means, questions, sign, sampling };
}

export interface Standings {
  readonly order: readonly number[];
  readonly toBest: readonly Interval[];
  readonly candidates: readonly boolean[];
  readonly withinMargin: readonly boolean[];
}

/**
 * Which systems may be the best, and which are within the margin of it. One is excluded where its simultaneous interval
 * of the difference to the best ends at 0, and the paired randomisation test gives p < .05 (Holm): the bootstrap is
 * rough for few questions. Within the margin likewise, with the margin added. @returns null for fewer than two
 * systems or questions
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
  standings(margin: number): Standings | null;
  tests(pairs: readonly Against[]): PairedTest[];
}

/** Holds at every look. @param order in which questions are judged @param range of the difference of two values */
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

function anytimeStandings({ ids, means }: Pick<ComparedSystems, 'ids' | 'means'>, margin: number, input: Input) {
  if (ids.length < 2 || input.systems[0]!.values.length === 0) return null;
  const { shown, pairs } = sequentialFigures({ ...input, margin, better: 'higher' });
  const candidates = candidatesOf(shown.state);
  const own = intervalsBetween(shown.pairs);
  const together = intervalsBetween(pairs);
  const others = (id: string): string[] => ids.filter((other) => other !== id);
  return {
    order: [...ids.keys()].sort((a, b) => means[b]! - means[a]! || a - b),
    toBest: ids.map((id): Interval => {
      const to = others(id).map((other) => together(id, other));
      return [Math.min(...to.map(([low]) => low)), Math.min(...to.map(([, high]) => high))];
    }),
    candidates: ids.map((id) => candidates.includes(id)),
    withinMargin: ids.map((id) => others(id).every((other) => isWithin(own(id, other), margin))),
  };
}

function candidatesOf(state: SequentialState): readonly string[] {
  if (state.kind === 'decided') return [state.best];
  return state.kind === 'open' ? state.candidates : state.best;
}

const isWithin = ([low]: Interval, margin: number): boolean => low > -margin || low >= 0;

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

export function differenceRange(measure: string): Interval | null {
  const { range } = definitionOf(measureOf(measure));
  if (!range) return null;
  const widest = range[1] - range[0];
  return [-widest, widest];
}

const onceInference = (compared: ComparedSystems, input: Pick<VerdictInput, 'seed' | 'resamples'>): Inference => ({
  standings: (margin) => standingsOf(compared, margin, input),
  tests: (pairs) => pairedTests(compared.sampling, pairs),
});

export function inferenceOf(input: VerdictInput, compared: ComparedSystems): Inference | 'unbounded' {
  const { judging } = input;
  if (!judging) return onceInference(compared, input);
  const range = differenceRange(input.measure);
  if (!range) return 'unbounded';
  return anytimeInference(compared, orderWithin(judging, compared), range);
}

function orderWithin({ order }: SampledQuestions, { questions }: ComparedSystems): number[] {
  const at = new Map(questions.map((q, i) => [q, i]));
  return order.flatMap((q) => at.get(q) ?? []);
}
