import type { Comparison, Interval, PairComparison } from '../statistics/types';

type ComparisonNumbers = readonly [number, number] | null;

/** One pair of systems by one measure, as it stands in `results.json`. Differences are a − b. */
export interface ComparisonJson {
  readonly measure: string;
  readonly a: string;
  readonly b: string;
  readonly questions: number;
  readonly meanDifference: number;
  /** `[low, high]` */
  readonly ci95: { readonly percentile: ComparisonNumbers; readonly bca: ComparisonNumbers };
  readonly p: PairComparison['p'];
  /** p of the randomisation test, corrected for the number of pairs by Holm's method. */
  readonly holm: number | null;
  /** The same by Benjamini and Hochberg's. */
  readonly bh: number | null;
  readonly tukey: number | null;
  readonly dz: number | null;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  readonly questionsNeeded: number | null;
  /** Whether the randomisation test went through all sign flips instead of a sample of them. */
  readonly exact: boolean;
  readonly seed: number;
  readonly resamples: number;
}

/** Every pair by every measure in one list, in the order of the measures; numbers keep all their digits. */
export function comparisonsJson(comparisons: readonly Comparison[]): ComparisonJson[] {
  return comparisons.flatMap(({ measure, seed, resamples, pairs }) =>
    pairs.map((pair): ComparisonJson => ({
      measure,
      a: pair.a,
      b: pair.b,
      questions: pair.questions,
      meanDifference: pair.meanDifference,
      ci95: { percentile: ends(pair.ci95.percentile), bca: ends(pair.ci95.bca) },
      p: pair.p,
      holm: pair.holm.randomisation,
      bh: pair.bh.randomisation,
      tukey: pair.tukey,
      dz: pair.dz,
      wins: pair.wins,
      ties: pair.ties,
      losses: pair.losses,
      questionsNeeded: pair.questionsNeeded,
      exact: pair.exact,
      seed,
      resamples,
    })),
  );
}

const ends = (interval: Interval | null): ComparisonNumbers => interval && [interval[0], interval[1]];
