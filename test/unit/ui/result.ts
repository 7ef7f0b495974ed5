import type { ResultRecord, SystemResult } from '../../../src/contract/result';
import { packRankings } from '../../../src/domain/run/packed';
import { buildExperiment, DEFAULT_SETTINGS, type ModelCard } from '../../../src/domain/spec/settings';
import { docId, queryId } from '../../../src/domain/types';

const card = { revision: 'r', maxTokens: 512, dimensions: 4, bytes: 1e6, languages: [] };

export const CARDS: readonly ModelCard[] = [
  { ...card, id: 'hitrate-embedding', task: 'embedding', name: 'Embedding' },
  { ...card, id: 'hitrate-reranker', task: 'reranking', name: 'Reranker' },
];

/** Ranks of the one relevant document of each question, by system; 0 where it was not found. */
export function resultOf(ranks: Readonly<Record<string, readonly number[]>>): ResultRecord {
  const spec = { ...buildExperiment(DEFAULT_SETTINGS, CARDS), ks: [1, 3] };
  const questions = Object.values(ranks)[0]!.length;
  return {
    collection: 'c',
    questionsKey: 'questions',
    key: 'k',
    createdAt: 0,
    spec,
    queries: Array.from({ length: questions }, (_, i) => queryId(`q${i}`)),
    docs: ['d0', 'd1', 'd2', 'd3', 'd4'].map(docId),
    systems: Object.entries(ranks).map(([id, own]) => systemOf(id, own, spec.ks)),
    counts: [],
    warnings: [],
    manifest: {},
  };
}

/** The relevant document of question i is d0; the others fill the list around it. */
function systemOf(id: string, ranks: readonly number[], ks: readonly number[]): SystemResult {
  const perQuery = Object.fromEntries(
    ks.map((k) => [`HitRate@${k}`, Float64Array.from(ranks, (rank) => Number(rank > 0 && rank <= k))]),
  );
  const mean = (values: Float64Array): number => values.reduce((a, b) => a + b, 0) / values.length;
  const lists = ranks.map((rank) => {
    const docs = [1, 2, 3, 4];
    if (rank > 0) docs.splice(rank - 1, 0, 0);
    return docs.map((doc, i) => ({ doc, score: 1 / (i + 1) }));
  });
  return {
    id,
    perQuery,
    measures: Object.fromEntries(Object.entries(perQuery).map(([name, values]) => [name, mean(values)])),
    timings: { indexMilliseconds: 5, queryMedianMilliseconds: 1, queryP95Milliseconds: 2, totalMilliseconds: 9 },
    firstRelevant: Uint32Array.from(ranks),
    top: packRankings(lists),
  };
}
