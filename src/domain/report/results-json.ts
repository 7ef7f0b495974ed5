import type { QueryId } from '../types';
import type { Report } from './report';

/**
 * Everything in the report: means, the value of every measure for every question by its id, times, and the manifest.
 * Numbers keep all their digits.
 */
export function resultsJson(report: Report): string {
  const systems = report.systems.map(({ id, measures, perQuery, timings }) => ({
    id,
    measures,
    perQuery: Object.fromEntries(
      Object.entries(perQuery).map(([measure, values]) => [measure, byQuestion(report.queries, values)]),
    ),
    timings,
  }));
  return `${JSON.stringify({ systems, manifest: report.manifest })}\n`;
}

/** `Object.fromEntries` defines its keys: a question called `__proto__` is kept, where an assignment loses it. */
function byQuestion(queries: readonly QueryId[], values: Float64Array): Record<string, number> {
  return Object.fromEntries(queries.map((query, i) => [query, values[i]!]));
}
