import type { VectorSearchSpec } from '../../retrieval/dense/vector-search-spec';
import type { FusionSpec } from '../../fusion/fusion-spec';
import type { MetricName } from '../../retrieval/dense/metrics';
import { toldFusion } from '../fusions';
import { isVectors, numbersOf, searchedName } from '../files';
import {
  filtered,
  filterQuery,
  luceneForms,
  luceneProperties,
  luceneSettings,
  searchedFields,
  wordsQuery,
} from '../lucene/index-body';
import type { HandedQuestion, HandedSystem } from '../target';

const SIMILARITIES: Readonly<Record<MetricName, string>> = {
  cosine: 'cosine',
  'dot-product': 'max_inner_product',
  euclidean: 'l2_norm',
};

/** Candidates that Elasticsearch looks at, at most. */
const MAX_CANDIDATES = 10_000;

/** The body of `PUT /<index>`. One shard, so that counts of words are those of the whole collection. */
export function elasticsearchIndex(handed: HandedSystem): object {
  const { system, dimensions } = handed;
  const vector = (retriever: number): object => {
    const spec = system.retrievers[retriever]!;
    const search: VectorSearchSpec = isVectors(spec) ? spec.search : { kind: 'nearest', metric: 'cosine' };
    return {
      type: 'dense_vector',
      dims: dimensions[retriever]!,
      index: true,
      similarity: SIMILARITIES['metric' in search ? search.metric : 'cosine'],
      index_options:
        search.kind === 'hnsw'
          ? { type: 'hnsw', m: search.m, ef_construction: search.efConstruction }
          : { type: 'flat' },
    };
  };
  return {
    settings: { number_of_shards: 1, ...luceneSettings(handed) },
    mappings: { dynamic: 'strict', properties: luceneProperties(handed, vector) },
  };
}

/** The body of `POST /<index>/_search`. */
export function elasticsearchSearch(handed: HandedSystem, question: HandedQuestion): object {
  const { system, k, depth } = handed;
  const retrievers = system.retrievers.map((_, i) => retrieverOf(handed, i, question));
  const score = minScore(handed);
  return {
    size: k,
    _source: { excludes: searchedFields(luceneForms(handed)) },
    retriever: withScore(system.fusion ? fusedRetriever(system.fusion, retrievers, depth) : retrievers[0]!, score),
  };
}

/** The body of a search by one retriever alone, as long as the list that is fused. */
export const elasticsearchRetriever = (handed: HandedSystem, retriever: number, question: HandedQuestion): object => ({
  size: handed.depth,
  _source: false,
  retriever: retrieverOf(handed, retriever, question),
});

export type EsRetriever = Readonly<Record<string, object>>;

function retrieverOf(handed: HandedSystem, retriever: number, { searched }: HandedQuestion): EsRetriever {
  const { system, depth } = handed;
  const spec = system.retrievers[retriever]!;
  const field = searchedName(luceneForms(handed)[retriever]!, retriever);
  const asked = searched[retriever]!;
  if (!isVectors(spec)) return { standard: { query: filtered(wordsQuery(field, asked), system) } };
  const candidates = spec.search.kind === 'hnsw' ? Math.max(depth, spec.search.efSearch) : depth;
  return {
    knn: {
      field,
      query_vector: numbersOf(asked),
      k: depth,
      num_candidates: Math.min(MAX_CANDIDATES, candidates),
      ...(system.filter ? { filter: filterQuery(system.filter) } : {}),
    },
  };
}

/** Of lists as deep as those that were fused here: Elasticsearch fuses ten of each where it is not asked for more. */
export function fusedRetriever(fusion: FusionSpec, retrievers: readonly EsRetriever[], depth: number): EsRetriever {
  const { form, constant, weights, norm, window } = toldFusion('elasticsearch', fusion, retrievers.length);
  const rank_window_size = window?.lists ?? depth;
  const weighted = retrievers.map((retriever, i) => ({ retriever, weight: weights![i]! }));
  if (form === 'rrf') return { rrf: { retrievers: weighted, rank_constant: constant!, rank_window_size } };
  return {
    linear: { retrievers: weighted.map((each) => ({ ...each, normalizer: norm! })), rank_window_size },
  };
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
