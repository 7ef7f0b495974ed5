import { measureNames } from '../measures/registry';
import { csv } from './csv';
import type { Report } from './report';

/**
 * A row for each system and k with the mean of every measure, and the times of the system in milliseconds. A measure
 * that was not computed at a k is an empty cell.
 */
export function resultsCsv(report: Report): string {
  const header = ['system', 'k', ...measureNames, 'index_ms', 'query_median_ms', 'query_p95_ms', 'total_ms'];
  const rows = report.systems.flatMap(({ id, measures, timings }) =>
    report.ks.map((k) => [
      id,
      k,
      ...measureNames.map((name) => measures[`${name}@${k}`]),
      timings.indexMilliseconds,
      timings.queryMedianMilliseconds,
      timings.queryP95Milliseconds,
      timings.totalMilliseconds,
    ]),
  );
  return csv(header, rows);
}
