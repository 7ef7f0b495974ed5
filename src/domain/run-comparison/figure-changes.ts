import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import { differenceIntervals, Sampling, testDifference } from '../statistics/compare';
import { holm } from '../statistics/multiplicity';
import { ALPHA, minus, momentsOf, winsTiesLosses } from '../statistics/paired';
import { signFlipTests } from '../statistics/randomisation';
import { significant } from '../statistics/significant';
import { biggestMovers } from './list-changes';

export interface ComparedSystem {
  readonly before: string;
  readonly after: string;
  readonly valuesBefore: Float64Array;
  readonly valuesAfter: Float64Array;
}

export interface FigureChangesInput {
  readonly measure: string;
  readonly systems: readonly ComparedSystem[];
  readonly margin: number;
  readonly seed: number;
  readonly resamples: number;
}

export type FigureChange = ReturnType<typeof figureChanges>[number];

/** @throws {RangeError} for a margin below 0, and for a measure of which neither more nor less is better */
export function figureChanges({ measure, systems, margin, seed, resamples }: FigureChangesInput) {
  if (!(margin >= 0)) throw new RangeError(`a margin of ${margin}`);
  const { better } = definitionOf(measureOf(measure));
  if (better === null) throw new RangeError(`neither more nor less of ${measure} is better`);
  const rows = systems.map(({ valuesBefore, valuesAfter }) => ({ first: valuesAfter, second: valuesBefore }));
  const tests = signFlipTests(rows, { side: 'both', seed, resamples });
  const options = { seed, resamples };
  const pairs = systems.map((system) => comparedPair(system, margin, options));
  const beyond = holm(pairs.map(({ beyondMargin }) => beyondMargin));
  return pairs.map((pair, i) => {
    const corrected = pair.questions === 0 ? null : tests.corrected[i]!;
    const withinMargin = beyond[i] !== null && beyond[i]! < ALPHA;
    const advantage = better === 'lower' ? -pair.difference : pair.difference;
    const { wins, losses } = pair;
    return {
      ...pair,
      ...(better === 'lower' ? { wins: losses, losses: wins } : {}),
      corrected,
      /** Two-sided p of a difference as large as the margin, either way, by Holm over the systems; null for a margin of 0. */
      beyondMargin: beyond[i] ?? null,
      withinMargin,
      /** By the corrected p at α = .05; `equivalent`: shown to be within the margin. */
      finding: findingOf({ ...pair, corrected, withinMargin, advantage }),
    };
  });
}

function comparedPair(
  { before, after, valuesBefore, valuesAfter }: ComparedSystem,
  margin: number,
  options: { readonly seed: number; readonly resamples: number },
) {
  const rows = [valuesAfter, valuesBefore].map(significant);
  const shared = new Sampling(rows, options.seed, options.resamples).sharedBy([0, 1]);
  const [own, former] = shared.rows as [Float64Array, Float64Array];
  const { bca, percentile } = differenceIntervals(shared);
  return {
    before,
    after,
    questions: shared.questions,
    meanBefore: momentsOf(former).mean,
    meanAfter: momentsOf(own).mean,
    difference: momentsOf(minus(own, former)).mean,
    interval: bca ?? percentile,
    p: testDifference(shared).p,
    beyondMargin: margin === 0 || shared.questions === 0 ? null : beyondMargin(own, former, margin, options),
    ...winsTiesLosses(minus(own, former)),
    movers: biggestMovers(minus(rows[0]!, rows[1]!)),
  };
}

/** Two one-sided tests at half of α each, so that the answer is that of the interval. Schuirmann 1987. */
function beyondMargin(
  after: Float64Array,
  before: Float64Array,
  margin: number,
  options: { readonly seed: number; readonly resamples: number },
): number {
  const lifted = (row: Float64Array): Float64Array => row.map((value) => value + margin);
  const sides = [
    { first: lifted(after), second: before },
    { first: lifted(before), second: after },
  ].map((pair) => signFlipTests([pair], { ...options, side: 'greater' }).p[0]!);
  return Math.min(1, 2 * Math.max(...sides));
}

function findingOf(change: {
  readonly ties: number;
  readonly questions: number;
  readonly corrected: number | null;
  readonly withinMargin: boolean;
  readonly advantage: number;
}): 'better' | 'worse' | 'equivalent' | 'undecided' | 'identical' {
  const { ties, questions, corrected, withinMargin, advantage } = change;
  if (questions > 0 && ties === questions) return 'identical';
  if (corrected !== null && corrected < ALPHA && advantage !== 0) return advantage > 0 ? 'better' : 'worse';
  return withinMargin ? 'equivalent' : 'undecided';
}
