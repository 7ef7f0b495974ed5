import type { SystemReport } from './report';
import type { VectorSearchReport } from './vector-search';

type ReportColumn = readonly [name: string, value: (search: VectorSearchReport) => number];

/** What is told of searches that stand in for exact search, by the names that columns have. */
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
 * Columns of vector searches for a table with a row or more a system. There are none where no system has such a search,
 * and where one has several, their values stand in one cell with semicolons between.
 */
export function vectorSearchColumns(systems: readonly Pick<SystemReport, 'vectorSearch'>[]): {
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
