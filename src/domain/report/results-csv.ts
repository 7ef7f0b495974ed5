import { measureOf } from '../measures/parse';
import { csv } from './csv';
import type { Report, SystemReport, VectorSearchReport } from './report';

/**
 * A row for each system and k with every measure, then the system's times in milliseconds. Measures taken at every k
 * have one column by name; others, such as `MAP`, follow, the same in each row of a system; then columns on inexact
 * vector searches. What was not computed is an empty cell.
 */
export function resultsCsv(report: Report): string {
  const { families, others } = reportColumns(report);
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

export interface MeasureFamily {
  /** Its texts are `<stem>@<k>`. */
  readonly stem: string;
  /** The stem, or `<stem>@k` where a column without a cut-off has that name. */
  readonly name: string;
}

/** The measures of a report: those that it has at each of its ks, and the others by their texts. */
export function reportColumns({ ks, measureTexts }: Pick<Report, 'ks' | 'measureTexts'>): {
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

/** A row per question and system, a column per measure text. What is left out of a mean is an empty cell. */
export function perQuestionCsv({ systems, queries, measureTexts }: Report): string {
  const rows = queries.flatMap((query, i) =>
    systems.map(({ id, perQuery }) => [query, id, ...measureTexts.map((text) => present(perQuery[text]?.[i]))]),
  );
  return csv(['question', 'system', ...measureTexts], rows);
}

const present = (value: number | undefined): number | undefined =>
  value === undefined || Number.isNaN(value) ? undefined : value;

/**
 * The table of the article on the four retrievers (percent4/embedding_rerank_retrieval), to compare with its files: a
 * row `<system>_top_<k>_eval` with Hit Rate, MRR and total time in milliseconds. There each k is a run with its own
 * time; here all k of a system share one.
 */
export function articleCsv(report: Report): string {
  const rows = report.systems.flatMap(({ id, measures, timings }) =>
    report.ks.map((k) => [
      `${id}_top_${k}_eval`,
      measures[`HitRate@${k}`],
      measures[`MRR@${k}`],
      timings?.totalMilliseconds,
    ]),
  );
  return csv(['retrievers', 'hit_rate', 'mrr', 'cost_time'], rows);
}

type ReportColumn = readonly [name: string, value: (search: VectorSearchReport) => number];

const COLUMNS: readonly ReportColumn[] = [
  ['exact_recall_at_10', ({ recallAt10 }) => recallAt10],
  ['exact_recall_at_depth', ({ recallAtDepth }) => recallAtDepth],
  ['vector_bytes', ({ bytes }) => bytes],
  ['exact_vector_bytes', ({ exactBytes }) => exactBytes],
  ['vector_search_ms', ({ queryMilliseconds }) => queryMilliseconds],
  ['exact_vector_search_ms', ({ exactQueryMilliseconds }) => exactQueryMilliseconds],
  ['vector_build_ms', ({ buildMilliseconds }) => buildMilliseconds],
];

/**
 * For tables with a row or more per system: no columns where no system has such a search; several values of one system
 * share a cell, joined by semicolons.
 */
function vectorSearchColumns(systems: readonly Pick<SystemReport, 'vectorSearch'>[]): {
  readonly header: readonly string[];
  readonly cells: (system: Pick<SystemReport, 'vectorSearch'>) => (string | number | undefined)[];
} {
  const columns = systems.some(({ vectorSearch }) => vectorSearch) ? COLUMNS : [];
  return {
    header: columns.map(([name]) => name),
    cells: ({ vectorSearch = [] }) =>
      columns.map(([, value]) => {
        const values = vectorSearch.map(value);
        return values.length > 1 ? values.join(';') : values[0];
      }),
  };
}
