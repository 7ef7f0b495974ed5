import { intervalsOf } from './bootstrap';
import { cohensDz, momentsOf, pairedT, winsTiesLosses } from './paired';
import { benjaminiHochberg, holm } from './multiplicity';
import { exactRandomisationP, randomisationP } from './randomisation';
import { Sampling, type Shared } from './sampling';
import { significant, sumSlack } from './significant';
import { tukeyP, type TwoWayVariance, twoWayVariance } from './tukey';
import type { Comparison, ComparisonInput, Intervals, PairComparison, PValues, SystemMean } from './types';
import { wilcoxon } from './wilcoxon';

/**
 * Compares systems by one measure, every pair on the questions for which both have a value. Resamples and signs depend
 * on the seed and on the number of questions alone: a pair's figures are the same whichever other systems are there.
 * Values count with twelve significant digits. Corrections and Tukey's test are over all pairs.
 */
export function compare({ measure, systems, values, seed, resamples }: ComparisonInput): Comparison {
  const sampling = new Sampling(values.map(significant), seed, resamples);
  const means = systems.map((system, s) => systemMean(system, sampling.sharedBy([s])));
  const variance = sharedVariance(means, sampling);
  const pairs = systems.flatMap((a, i) =>
    systems.slice(i + 1).map((b, offset) => {
      const j = i + 1 + offset;
      const tukey = variance && tukeyP(variance, i, j);
      return { a, b, ...comparePair(sampling.sharedBy([i, j])), tukey };
    }),
  );
  return { measure, seed, resamples, means, pairs: corrected(pairs) };
}

type Uncorrected = Omit<PairComparison, 'holm' | 'bh'>;

/** Two systems on the questions that both have, by all tests. */
function comparePair(shared: Shared): Omit<Uncorrected, 'a' | 'b' | 'tukey'> {
  const { questions } = shared;
  const [first, second] = shared.rows as [Float64Array, Float64Array];
  const differences = first.map((value, q) => value - second[q]!);
  const { p, exact } = testDifference(shared);
  const { mean, deviation } = momentsOf(differences);
  return {
    questions,
    meanDifference: mean,
    ci95: differenceIntervals(shared),
    p: { t: pairedT(differences)?.p ?? null, randomisation: p, wilcoxon: wilcoxon(differences)?.p ?? null },
    exact,
    dz: cohensDz(differences),
    ...winsTiesLosses(differences),
    deviation: questions < 2 ? null : deviation,
  };
}

/** 95 % bootstrap intervals of the mean difference of two systems. */
export function differenceIntervals({ questions, rows, unit, bootstrapped }: Shared): Intervals {
  const [first, second] = rows as [Float64Array, Float64Array];
  const [a, b] = bootstrapped() as [Float64Array, Float64Array];
  const resampled = a.map((sum, r) => ((sum - b[r]!) * unit) / questions);
  // Differences are off by a unit at most, and so is their mean.
  return intervalsOf(
    first.map((value, q) => value - second[q]!),
    resampled,
    2 * unit,
  );
}

/** The two-sided paired randomisation test of two systems: p is null without questions. */
export function testDifference(shared: Shared): { readonly p: number | null; readonly exact: boolean } {
  if (shared.questions === 0) return { p: null, exact: false };
  const exact = exactRandomisationP(shared.rows[0]!, shared.rows[1]!);
  return { p: exact ?? sampledP(shared), exact: exact !== null };
}

function sampledP({ questions, rows, sums, unit, signed }: Shared): number {
  const [first, second] = rows as [Float64Array, Float64Array];
  const [a, b] = signed() as [Float64Array, Float64Array];
  // Besides the rounding of values, each is within half a unit of its multiple: a difference is one off, and equal sums
  // are apart by up to twice the sum of that.
  return randomisationP(sums[0]! - sums[1]!, a, b, sumSlack(first, second) / unit + 2 * questions);
}

function systemMean(system: string, { questions, rows, bootstrapped, unit }: Shared): SystemMean {
  const [own] = rows as [Float64Array];
  const resampled = bootstrapped()[0]!.map((sum) => (sum * unit) / questions);
  return { system, mean: momentsOf(own).mean, questions, ci95: intervalsOf(own, resampled, 2 * unit) };
}

/** Null where the systems have values for different questions: their means cannot be compared all at once. */
function sharedVariance(means: readonly SystemMean[], sampling: Sampling): TwoWayVariance | null {
  const { questions, rows } = sampling.sharedBy([...means.keys()]);
  return means.every((each) => each.questions === questions) ? twoWayVariance(rows) : null;
}

function corrected(pairs: readonly Uncorrected[]): PairComparison[] {
  const by = (correct: typeof holm): readonly PValues[] => {
    const [t, randomisation, wilcoxonP] = (['t', 'randomisation', 'wilcoxon'] as const).map((test) =>
      correct(pairs.map(({ p }) => p[test])),
    );
    return pairs.map((_, i) => ({ t: t![i]!, randomisation: randomisation![i]!, wilcoxon: wilcoxonP![i]! }));
  };
  const [holmP, bhP] = [by(holm), by(benjaminiHochberg)];
  return pairs.map((pair, i) => ({ ...pair, holm: holmP[i]!, bh: bhP[i]! }));
}
