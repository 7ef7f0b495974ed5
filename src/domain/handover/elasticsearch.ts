import type { FusionSpec } from '../fusion/fusion-spec';
import type { MetricName } from '../retrieval/dense/metrics';
import { GRAPH, isVectors, isZero, metricOf, numbersOf } from './files';
import { toldFusion } from './fusions';
import { luceneEngine } from './lucene/engine';
import { fieldName, filterQuery, luceneIndex, searchShape, wordsQuery } from './lucene/index-body';
import type { HandedQuestion, HandedSystem } from './target';

const SIMILARITIES: Readonly<Record<MetricName, string>> = {
  cosine: 'cosine',
  'dot-product': 'max_inner_product',
  euclidean: 'l2_norm',
};

const MAX_CANDIDATES = 10_000;

export function elasticsearchIndex(handed: HandedSystem) {
  const { system, dimensions, approximate } = handed;
  return luceneIndex(handed, (retriever) => ({
    type: 'dense_vector',
    dims: dimensions[retriever]!,
    index: true,
    similarity: SIMILARITIES[metricOf(system.retrievers[retriever]!)],
    index_options: approximate ? { type: 'hnsw', m: GRAPH.m, ef_construction: GRAPH.efConstruction } : { type: 'flat' },
  }));
}

/** Nothing is near what has no direction: a vector of zeros is refused, of passages and of questions. */
const isRefused = ({ system }: HandedSystem, retriever: number, asked: HandedQuestion['searched'][number]): boolean =>
  metricOf(system.retrievers[retriever]!) === 'cosine' && isZero(asked);

/** The body of `POST /<index>/_search`. */
export function elasticsearchSearch(handed: HandedSystem, question: HandedQuestion): object {
  const { system, k, depth } = handed;
  const { fusion } = system;
  const retrievers = system.retrievers.map((_, i) => retrieverOf(handed, i, question));
  const window = fusion ? depth : k;
  const retriever = fusion ? fusedRetriever(fusion, retrievers, window) : retrievers[0]!;
  return {
    // No more can be asked for than the window of the fusion has.
    ...searchShape(handed, Math.min(k, window)),
    retriever: withScore(retriever, minScore(handed)),
  };
}

type EsRetriever = Readonly<Record<string, object>>;

function retrieverOf(handed: HandedSystem, retriever: number, { searched }: HandedQuestion): EsRetriever {
  const { system, depth, approximate } = handed;
  const asked = searched[retriever]!;
  if (!isVectors(system.retrievers[retriever]!)) return { standard: { query: wordsQuery(handed, retriever, asked) } };
  if (isRefused(handed, retriever, asked)) return { standard: { query: { match_none: {} } } };
  return {
    knn: {
      field: fieldName(handed, retriever),
      query_vector: numbersOf(asked),
      k: depth,
      num_candidates: Math.min(MAX_CANDIDATES, approximate ? Math.max(depth, GRAPH.efSearch) : depth),
      ...(system.filter ? { filter: filterQuery(system.filter) } : {}),
    },
  };
}

/** Of lists as deep as those that were fused here: Elasticsearch fuses ten of each where it is not asked for more. */
function fusedRetriever(fusion: FusionSpec, retrievers: readonly EsRetriever[], rank_window_size: number): EsRetriever {
  const { form, constant, weights, norm } = toldFusion('elasticsearch', fusion, retrievers.length);
  const weighted = retrievers.map((retriever, i) => ({ retriever, weight: weights![i]! }));
  if (form === 'rrf') return { rrf: { retrievers: weighted, rank_constant: constant!, rank_window_size } };
  return { linear: { retrievers: weighted.map((each) => ({ ...each, normalizer: norm! })), rank_window_size } };
}

/** The least score, as Elasticsearch counts: of a cosine half of it and a half. */
function minScore({ system }: HandedSystem): number | null {
  if (system.threshold === null) return null;
  const [only] = system.retrievers;
  return !system.fusion && isVectors(only!) ? (1 + system.threshold) / 2 : system.threshold;
}

function withScore(retriever: EsRetriever, score: number | null): EsRetriever {
  if (score === null) return retriever;
  return Object.fromEntries(Object.entries(retriever).map(([kind, body]) => [kind, { ...body, min_score: score }]));
}

/** Elasticsearch 9: retrievers `rrf` and `linear`, exact vectors (`flat`), BM25 of Lucene. */
export const ELASTICSEARCH = luceneEngine({
  id: 'elasticsearch',
  name: 'Elasticsearch',
  threshold: true,
  notes: () => [],
  // https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/dense-vector
  mostNumbers: 4096,
  // What is handed over is written for these versions; older ones lack some of it.
  least: ({ system }) => (system.fusion ? [9, 2] : [9, 0]),
  index: elasticsearchIndex,
  refuses: isRefused,
  search: elasticsearchSearch,
  pipeline: () => null,
});
