import { FILE_VERSIONS } from '../../base/file-version';
import type { QueryId } from '../../base/types';
import type { Comparison } from '../statistics/types';
import type { Report } from './report';

export type ComparisonJson = ReturnType<typeof comparisonsJson>[number];

/** Numbers keep all digits. `holm` and `bh` are corrected p of the randomisation test. */
function comparisonsJson(comparisons: readonly Comparison[]) {
  return comparisons.flatMap(({ measure, seed, resamples, pairs }) =>
    pairs.map((pair) => ({
      measure,
      a: pair.a,
      b: pair.b,
      questions: pair.questions,
      meanDifference: pair.meanDifference,
      ci95: { percentile: pair.ci95.percentile, bca: pair.ci95.bca },
      p: pair.p,
      holm: pair.holm.randomisation,
      bh: pair.bh.randomisation,
      tukey: pair.tukey,
      dz: pair.dz,
      wins: pair.wins,
      ties: pair.ties,
      losses: pair.losses,
      deviation: pair.deviation,
      exact: pair.exact,
      seed,
      resamples,
    })),
  );
}

/** Numbers keep all digits. A question left out is absent. */
export function resultsJson(report: Report): string {
  const systems = report.systems.map(({ id, measures, perQuery, timings, vectorSearch, latency }) => ({
    id,
    measures,
    perQuery: Object.fromEntries(
      Object.entries(perQuery).map(([measure, values]) => [measure, byQuestion(report.queries, values)]),
    ),
    timings,
    ...(vectorSearch ? { vectorSearch } : {}),
    ...(latency ? { latency } : {}),
  }));
  const comparisons = report.comparisons ? { comparisons: comparisonsJson(report.comparisons) } : {};
  const noAnswer = report.noAnswer ? { noAnswer: report.noAnswer } : {};
  return `${JSON.stringify({ schema: FILE_VERSIONS.results, systems, ...comparisons, ...noAnswer, manifest: report.manifest })}\n`;
}

/** `Object.fromEntries` defines its keys: a question called `__proto__` is kept, where an assignment loses it. */
function byQuestion(queries: readonly QueryId[], values: Float64Array): Record<string, number> {
  const entries = queries.map((query, i) => [query, values[i]!] as const);
  return Object.fromEntries(entries.filter(([, value]) => !Number.isNaN(value)));
}
