import { measureOf } from '../measures/parse';
import { csv } from './csv';
import type { Report } from './report';

/**
 * A row for each system and k with every measure, and the times of the system in milliseconds. Measures that are taken
 * at every k have one column, under their name; those that are not, as `MAP`, stand after them and are the same in every
 * row of a system. What was not computed is an empty cell.
 */
export function resultsCsv(report: Report): string {
  const { families, others } = columnsOf(report);
  const times = ['index_ms', 'query_median_ms', 'query_p95_ms', 'total_ms'];
  const rows = report.systems.flatMap(({ id, measures, timings }) =>
    report.ks.map((k) => [
      id,
      k,
      ...families.map((name) => measures[`${name}@${k}`]),
      ...others.map((text) => measures[text]),
      timings?.indexMilliseconds,
      timings?.queryMedianMilliseconds,
      timings?.queryP95Milliseconds,
      timings?.totalMilliseconds,
    ]),
  );
  return csv(['system', 'k', ...families, ...others, ...times], rows);
}

/** The measures of a report: those that it has at each of its ks (their texts without `@k`), and the others. */
export function columnsOf({ ks, measureTexts }: Pick<Report, 'ks' | 'measureTexts'>): {
  families: readonly string[];
  others: readonly string[];
} {
  const stems = new Set<string>();
  const others: string[] = [];
  for (const text of measureTexts) {
    const { cutoff } = measureOf(text);
    const stem = text.slice(0, text.lastIndexOf('@'));
    if (cutoff !== null && ks.every((k) => measureTexts.includes(`${stem}@${k}`)) && ks.includes(cutoff))
      stems.add(stem);
    else others.push(text);
  }
  return { families: [...stems], others };
}
