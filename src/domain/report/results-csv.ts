import { csv } from './csv';
import { reportColumns } from './report-columns';
import type { Latency, Report, SystemReport } from './report';

/** A row for each system and k, times in milliseconds. Measures without k are the same in each row of a system. */
export function resultsCsv(report: Report): string {
  const { families, others } = reportColumns(report);
  const atK = report.systems.some(({ millisecondsAtK }) => millisecondsAtK) ? ['questions_ms'] : [];
  const times = ['index_ms', 'query_median_ms', 'query_p95_ms', 'total_ms', ...atK];
  const vectors = vectorSearchColumns(report.systems);
  const latency = latencyColumns(report.systems);
  const judging = judgingColumns(report);
  const rows = report.systems.flatMap(({ id, measures, timings, ...system }) =>
    report.ks.map((k) => [
      id,
      k,
      ...families.map(({ stem }) => present(measures[`${stem}@${k}`])),
      ...others.map((text) => present(measures[text])),
      timings?.indexMilliseconds,
      timings?.queryMedianMilliseconds,
      timings?.queryP95Milliseconds,
      timings?.totalMilliseconds,
      ...atK.map(() => system.millisecondsAtK?.[k]),
      ...vectors.cells(system),
      ...latency.cells(system),
      ...judging.cells,
    ]),
  );
  return csv(
    [
      'system',
      'k',
      ...families.map(({ name }) => name),
      ...others,
      ...times,
      ...vectors.header,
      ...latency.header,
      ...judging.header,
    ],
    rows,
  );
}

export function perQuestionCsv({ systems, queries, measureTexts, ...report }: Report): string {
  const judging = judgingColumns(report);
  const rows = queries.flatMap((query, i) =>
    systems.map(({ id, perQuery }) => [
      query,
      id,
      ...measureTexts.map((text) => present(perQuery[text]?.[i])),
      ...judging.cells,
    ]),
  );
  return csv(['question', 'system', ...measureTexts, ...judging.header], rows);
}

const present = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? undefined : value);

/**
 * The table of the article on the four retrievers (percent4/embedding_rerank_retrieval): `<system>_top_<k>_eval`. Its
 * `cost_time` is that of all questions; where every k is a cut of one list, with indexing.
 */
export function articleCsv(report: Report): string {
  const rows = report.systems.flatMap(({ id, measures, timings, millisecondsAtK }) =>
    report.ks.map((k) => [
      `${id}_top_${k}_eval`,
      measures[`HitRate@${k}`],
      measures[`MRR@${k}`],
      millisecondsAtK?.[k] ?? timings?.totalMilliseconds,
    ]),
  );
  return csv(['retrievers', 'hit_rate', 'mrr', 'cost_time'], rows);
}

type Column<From> = readonly [name: string, value: (from: From) => string | number | null];

interface Columns {
  readonly header: readonly string[];
  readonly cells: (system: Pick<SystemReport, 'vectorSearch' | 'latency'>) => (string | number | null | undefined)[];
}

const COLUMNS: readonly Column<NonNullable<SystemReport['vectorSearch']>[number]>[] = [
  ['exact_recall_at_10', ({ recallAt10 }) => recallAt10],
  ['exact_recall_at_depth', ({ recallAtDepth }) => recallAtDepth],
  ['vector_bytes', ({ bytes }) => bytes],
  ['exact_vector_bytes', ({ exactBytes }) => exactBytes],
  ['vector_search_ms', ({ queryMilliseconds }) => queryMilliseconds],
  ['exact_vector_search_ms', ({ exactQueryMilliseconds }) => exactQueryMilliseconds],
  ['vector_build_ms', ({ buildMilliseconds }) => buildMilliseconds],
];

/** Several values of one system share a cell, joined by semicolons. */
function vectorSearchColumns(systems: readonly SystemReport[]): Columns {
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

/** Where it is not measured here, but what an engine says of itself. */
const SOURCE_COLUMN: Column<Latency> = ['latency_source', ({ source }) => source ?? 'measured'];

const LATENCY_COLUMNS: readonly Column<Latency>[] = [
  ['latency_median_ms', ({ medianMilliseconds }) => medianMilliseconds],
  ['latency_p95_ms', ({ p95Milliseconds }) => p95Milliseconds],
  ['latency_questions', ({ questions }) => questions],
  ['latency_devices', ({ devices }) => devices.join(';')],
  ['latency_threads', ({ threads }) => threads],
  ['index_bytes', ({ indexBytes }) => indexBytes],
  ['download_bytes', ({ downloadBytes }) => downloadBytes],
];

function latencyColumns(systems: readonly SystemReport[]): Columns {
  const isElsewhere = systems.some(({ latency }) => latency?.source !== undefined);
  const known = systems.some(({ latency }) => latency) ? LATENCY_COLUMNS : [];
  const columns = isElsewhere ? [...known, SOURCE_COLUMN] : known;
  return {
    header: columns.map(([name]) => name),
    cells: ({ latency }) => columns.map(([, value]) => latency && value(latency)),
  };
}

/** Figures of questions that are not all judged are estimates, or incomplete: no columns where all are. */
const judgingColumns = ({ judging }: Pick<Report, 'judging'>) =>
  judging
    ? {
        header: ['judging_queue', 'questions_complete', 'questions_total'],
        cells: [judging.queue, judging.complete, judging.of],
      }
    : { header: [], cells: [] };
