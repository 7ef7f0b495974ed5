import { FILE_VERSIONS } from '../../base/file-version';
import type { QueryId } from '../../base/types';
import type { Comparison, Interval, PairComparison } from '../statistics/types';
import type { Report } from './report';

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

/**
 * Everything in the report: means, the value of every measure for every question by its id (a question that is left out
 * is absent), times, what searches of vectors cost and lose beside exact ones, every pair of systems compared, and the manifest. Numbers keep all their digits.
 */
export function resultsJson(report: Report): string {
  const systems = report.systems.map(({ id, measures, perQuery, timings, vectorSearch }) => ({
    id,
    measures,
    perQuery: Object.fromEntries(
      Object.entries(perQuery).map(([measure, values]) => [measure, byQuestion(report.queries, values)]),
    ),
    timings,
    ...(vectorSearch ? { vectorSearch } : {}),
  }));
  const comparisons = report.comparisons ? { comparisons: comparisonsJson(report.comparisons) } : {};
  return `${JSON.stringify({ schema: FILE_VERSIONS.results, systems, ...comparisons, manifest: report.manifest })}\n`;
}

/** `Object.fromEntries` defines its keys: a question called `__proto__` is kept, where an assignment loses it. */
function byQuestion(queries: readonly QueryId[], values: Float64Array): Record<string, number> {
  const entries = queries.map((query, i) => [query, values[i]!] as const);
  return Object.fromEntries(entries.filter(([, value]) => !Number.isNaN(value)));
}
