import { bootstrapSums, intervalsOf } from './bootstrap';
import { columnsOf } from './columns';
import { cohensDz, winsTiesLosses } from './effect-size';
import { benjaminiHochberg, holm } from './multiplicity';
import { pairedT } from './paired-t';
import { questionsNeeded } from './power';
import { exactRandomisationP, randomisationP, signedSums } from './randomisation';
import { tukeyP, twoWayVariance } from './tukey';
import type { Comparison, ComparisonInput, PairComparison, PValues, SystemMean } from './types';
import { wilcoxon } from './wilcoxon';

export const DEFAULT_SEED = 42;
export const DEFAULT_RESAMPLES = 10_000;

/** Signs are drawn from another sequence than resamples, so that the two do not go together. */
const SIGNS = 0x5197;

/**
 * Compares systems by one measure, every pair on the questions for which both have a value. Resamples and signs depend on
 * the seed and on the number of questions alone: a pair's figures are the same whichever other systems are there.
 *
 * Corrections and Tukey's test are over all pairs of the input.
 */
export function compare({ measure, systems, values, seed, resamples }: ComparisonInput): Comparison {
  const sampling = new Sampling(values, seed, resamples);
  const means = systems.map((system, s) => systemMean(system, values[s]!, sampling, s));
  const variance = values.some((row) => row.some(Number.isNaN)) ? null : twoWayVariance(values);
  const pairs = systems.flatMap((a, i) =>
    systems.slice(i + 1).map((b, offset) => {
      const j = i + 1 + offset;
      return { ...comparePair(a, b, values, i, j, sampling), tukey: variance && tukeyP(variance, i, j) };
    }),
  );
  return { measure, seed, resamples, means, pairs: corrected(pairs) };
}

type Uncorrected = Omit<PairComparison, 'holm' | 'bh'>;

function comparePair(
  a: string,
  b: string,
  values: readonly Float64Array[],
  i: number,
  j: number,
  sampling: Sampling,
): Omit<Uncorrected, 'tukey'> {
  const shared = sampling.sharedBy([i, j]);
  const [first, second] = shared.rows as [Float64Array, Float64Array];
  const differences = first.map((value, q) => value - second[q]!);
  const questions = differences.length;
  const { bootstrapped, signed } = shared.sums();
  const resampled = bootstrapped[0]!.map((sum, r) => (sum - bootstrapped[1]![r]!) / questions);
  const exact = exactRandomisationP(differences);
  const dz = cohensDz(differences);
  return {
    a,
    b,
    questions,
    meanDifference: questions === 0 ? NaN : differences.reduce((sum, value) => sum + value, 0) / questions,
    ci95: intervalsOf(differences, resampled),
    p: {
      t: pairedT(differences)?.p ?? null,
      randomisation: questions === 0 ? null : (exact ?? randomisationP(differences, signed[0]!, signed[1]!)),
      wilcoxon: wilcoxon(differences)?.p ?? null,
    },
    exact: exact !== null,
    dz,
    ...winsTiesLosses(differences),
    questionsNeeded: questionsNeeded(dz),
  };
}

function systemMean(system: string, row: Float64Array, sampling: Sampling, s: number): SystemMean {
  const { rows, sums } = sampling.sharedBy([s]);
  const [own] = rows as [Float64Array];
  const resampled = sums().bootstrapped[0]!.map((sum) => sum / own.length);
  const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
  return { system, mean, questions: own.length, ci95: intervalsOf(own, resampled) };
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

interface Sums {
  readonly bootstrapped: readonly Float64Array[];
  readonly signed: readonly Float64Array[];
}

/** Resamples drawn once for all systems that have values for the same questions. */
class Sampling {
  /** Sums by the questions that they are over; those over all questions are of all systems at once. */
  private readonly drawn = new Map<string, Sums>();
  private readonly complete: boolean;

  constructor(
    private readonly values: readonly Float64Array[],
    private readonly seed: number,
    private readonly resamples: number,
  ) {
    this.complete = !values.some((row) => row.some(Number.isNaN));
  }

  /** Values of some systems for the questions that all of these have, and their sums over resamples. */
  sharedBy(systems: readonly number[]): { rows: readonly Float64Array[]; sums: () => Sums } {
    const all = systems.map((s) => this.values[s]!);
    if (this.complete) return { rows: all, sums: () => this.pick(systems) };
    const rows = all.map((row) => row.filter((_, q) => !all.some((each) => Number.isNaN(each[q]))));
    return { rows, sums: () => this.draw(systems.join(), rows) };
  }

  private pick(systems: readonly number[]): Sums {
    const { bootstrapped, signed } = this.draw('all', this.values);
    const own = (rows: readonly Float64Array[]): Float64Array[] => systems.map((s) => rows[s]!);
    return { bootstrapped: own(bootstrapped), signed: own(signed) };
  }

  private draw(key: string, rows: readonly Float64Array[]): Sums {
    const known = this.drawn.get(key);
    if (known) return known;
    const columns = columnsOf(rows);
    const sums = {
      bootstrapped: bootstrapSums(columns, this.resamples, this.seed),
      signed: signedSums(columns, this.resamples, this.seed ^ SIGNS),
    };
    this.drawn.set(key, sums);
    return sums;
  }
}
