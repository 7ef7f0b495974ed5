import { FILE_VERSIONS } from '../../base/file-version';
import type { QueryId } from '../../base/types';
import { comparisonsJson } from './comparisons-json';
import type { Report } from './report';

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
