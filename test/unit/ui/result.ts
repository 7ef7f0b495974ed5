import { RESULT_VERSION, type ResultRecord, type SystemResult } from '../../../src/contract/result';
import { packRankings } from '../../../src/domain/run/packed';
import type { Latency } from '../../../src/domain/report/report';
import type { ModelCard } from '../../../src/domain/models/configuration';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../src/domain/experiment/settings';
import { compare } from '../../../src/domain/statistics/compare';
import type { Comparison } from '../../../src/domain/statistics/types';
import { docId, queryId } from '../../../src/base/types';

/** A latency that was measured here, on no model. */
export const latencyOf = (medianMilliseconds: number, rest: Partial<Latency> = {}): Latency => ({
  medianMilliseconds,
  p95Milliseconds: 421,
  questions: 14,
  devices: [],
  threads: 1,
  indexBytes: null,
  downloadBytes: 0,
  ...rest,
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What findings read of a result, by the values of its questions. */
export const resultOfValues = (
  systems: Readonly<Record<string, readonly number[]>>,
  more: (id: string) => object = () => ({}),
): ResultRecord =>
  ({
    systems: Object.entries(systems).map(([id, values]) => ({
      id,
      file: null,
      measures: { 'nDCG@10': mean(values) },
      perQuery: { 'nDCG@10': Float64Array.from(values) },
      ...more(id),
    })),
  }) as unknown as ResultRecord;

export const comparisonOf = ({ systems }: ResultRecord): Comparison =>
  compare({
    measure: 'nDCG@10',
    systems: systems.map(({ id }) => id),
    values: systems.map(({ perQuery }) => perQuery['nDCG@10']!),
    seed: 42,
    resamples: 500,
  });

const card = { revision: 'r', maxTokens: 512, dimensions: 4, bytes: 1e6, languages: [] };

export const CARDS: readonly ModelCard[] = [
  { ...card, id: 'hitrate-embedding', task: 'embedding', name: 'Embedding', interpolation: null },
  { ...card, id: 'hitrate-reranker', task: 'reranking', name: 'Reranker', interpolation: 0.2 },
];

/** Ranks of the one relevant document of each question, by system; 0 where it was not found. */
export function resultOf(
  ranks: Readonly<Record<string, readonly number[]>>,
  families: readonly string[] = ['HitRate'],
): ResultRecord {
  const settings = { ...DEFAULT_SETTINGS, ks: [1, 3], families, measures: ['MAP'] };
  const spec = buildExperiment(settings, CARDS);
  const questions = Object.values(ranks)[0]!.length;
  return {
    version: RESULT_VERSION,
    collection: 'c',
    questionsKey: 'questions',
    key: 'k',
    createdAt: 0,
    spec,
    queries: Array.from({ length: questions }, (_, i) => queryId(`q${i}`)),
    docs: ['d0', 'd1', 'd2', 'd3', 'd4'].map(docId),
    systems: Object.entries(ranks).map(([id, own]) => systemOf(id, own, families, spec.ks)),
    chunkings: [],
    counts: [],
    warnings: [],
    manifest: {},
  };
}

/** The relevant document of question i is d0; the others fill the list around it. */
function systemOf(
  id: string,
  ranks: readonly number[],
  families: readonly string[],
  ks: readonly number[],
): SystemResult {
  const within = (rank: number, k: number): boolean => rank > 0 && rank <= k;
  const values = (value: (rank: number) => number): Float64Array => Float64Array.from(ranks, value);
  const perQuery: Record<string, Float64Array> = { MAP: values((rank) => (rank > 0 ? 1 / rank : 0)) };
  for (const k of ks)
    for (const family of families)
      perQuery[`${family}@${k}`] = values((rank) =>
        within(rank, k) ? (family === 'HitRate' ? 1 : 1 / Math.log2(rank + 1)) : 0,
      );
  const mean = (all: Float64Array): number => all.reduce((a, b) => a + b, 0) / all.length;
  const lists = ranks.map((rank) => {
    const docs = [1, 2, 3, 4];
    if (rank > 0) docs.splice(rank - 1, 0, 0);
    return docs.map((doc, i) => ({ doc, score: 1 / (i + 1) }));
  });
  return {
    id,
    file: null,
    perQuery,
    measures: Object.fromEntries(Object.entries(perQuery).map(([name, all]) => [name, mean(all)])),
    timings: { indexMilliseconds: 5, queryMedianMilliseconds: 1, queryP95Milliseconds: 2, totalMilliseconds: 9 },
    answered: ranks.length,
    ties: {},
    unjudged: {},
    depth: 5,
    firstRelevant: Uint32Array.from(ranks),
    top: packRankings(lists),
  };
}
