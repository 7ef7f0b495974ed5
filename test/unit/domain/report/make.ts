import type { Report, SystemReport, VectorSearchReport } from '../../../../src/domain/report/report';
import { queryId } from '../../../../src/base/types';

export const timings = {
  indexMilliseconds: 12.5,
  queryMedianMilliseconds: 1,
  queryP95Milliseconds: 2.25,
  totalMilliseconds: 461.277,
};

/** Of a search of bytes beside exact search. */
export const vectorSearch: VectorSearchReport = {
  retriever: 1,
  depth: 100,
  questions: 2,
  recallAt10: 0.95,
  recallAtDepth: 0.875,
  bytes: 250,
  exactBytes: 1000,
  queryMilliseconds: 0.5,
  exactQueryMilliseconds: 2,
  buildMilliseconds: 7,
};

export function system(id: string, measures: Record<string, number>): SystemReport {
  const perQuery = Object.fromEntries(Object.keys(measures).map((name) => [name, Float64Array.of(1, 0)]));
  return { id, measures, perQuery, timings };
}

/** @param measureTexts those of the systems where none are named */
export function report(
  systems: SystemReport[],
  ks = [1, 2],
  measureTexts = [...new Set(systems.flatMap(({ measures }) => Object.keys(measures)))],
): Report {
  return { systems, ks, measureTexts, queries: [queryId('q1'), queryId('q2')], manifest: { app: '0.1.0' } };
}
