import { measureOf } from '../measures/parse';
import { csv } from './csv';
import type { Report } from './report';
import { vectorSearchColumns } from './vector-search-columns';

/**
 * A row for each system and k with every measure, and the times of the system in milliseconds. Measures that are taken
 * at every k have one column, under their name; those that are not, as `MAP`, stand after them and are the same in every
 * row of a system. What was not computed is an empty cell. Where a search of vectors is not exact, columns on what it costs
 * and loses follow.
 */
export function resultsCsv(report: Report): string {
  const { families, others } = columnsOf(report);
  const times = ['index_ms', 'query_median_ms', 'query_p95_ms', 'total_ms'];
  const vectors = vectorSearchColumns(report.systems);
  const rows = report.systems.flatMap(({ id, measures, timings, ...system }) =>
    report.ks.map((k) => [
      id,
      k,
      ...families.map(({ stem }) => measures[`${stem}@${k}`]),
      ...others.map((text) => measures[text]),
      timings?.indexMilliseconds,
      timings?.queryMedianMilliseconds,
      timings?.queryP95Milliseconds,
      timings?.totalMilliseconds,
      ...vectors.cells(system),
    ]),
  );
  return csv(['system', 'k', ...families.map(({ name }) => name), ...others, ...times, ...vectors.header], rows);
}

/** A measure that is taken at every k of a report. */
export interface MeasureFamily {
  /** Its texts are `<stem>@<k>`. */
  readonly stem: string;
  /** The stem, or `<stem>@k` where a column without a cut-off has that name. */
  readonly name: string;
}

/** The measures of a report: those that it has at each of its ks, and the others by their texts. */
export function columnsOf({ ks, measureTexts }: Pick<Report, 'ks' | 'measureTexts'>): {
  families: readonly MeasureFamily[];
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
  const families = [...stems].map((stem) => ({ stem, name: others.includes(stem) ? `${stem}@k` : stem }));
  return { families, others };
}
