import { windowOf } from '../../fusion/fuse';
import type { FusionSpec } from '../../fusion/fusion-spec';
import type { MetricName } from '../../retrieval/dense/metrics';
import type { VectorSearchSpec } from '../../retrieval/dense/vector-search-spec';
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

/** Queries that a hybrid query takes. */
export const MAX_QUERIES = 5;

const SPACES: Readonly<Record<MetricName, string>> = {
  cosine: 'cosinesimil',
  'dot-product': 'innerproduct',
  euclidean: 'l2',
};

const spaceOf = (search: VectorSearchSpec): string => SPACES['metric' in search ? search.metric : 'cosine'];

/** The body of `PUT /<index>`. One shard, so that counts of words are those of the whole collection. */
export function opensearchIndex(handed: HandedSystem): object {
  const { system, dimensions } = handed;
  const approximate = system.retrievers.some((spec) => isVectors(spec) && spec.search.kind === 'hnsw');
  const vector = (retriever: number): object => {
    const spec = system.retrievers[retriever]!;
    const search: VectorSearchSpec = isVectors(spec) ? spec.search : { kind: 'nearest', metric: 'cosine' };
    const field = { type: 'knn_vector', dimension: dimensions[retriever]! };
    if (search.kind !== 'hnsw') return field;
    const parameters = { m: search.m, ef_construction: search.efConstruction };
    return { ...field, method: { name: 'hnsw', engine: 'faiss', space_type: spaceOf(search), parameters } };
  };
  return {
    settings: { number_of_shards: 1, ...(approximate ? { knn: true } : {}), ...luceneSettings(handed) },
    mappings: { dynamic: 'strict', properties: luceneProperties(handed, vector) },
  };
}

/** The body of `PUT /_search/pipeline/<name>`, which joins the lists; null where there is one list. */
export const opensearchPipeline = ({ system: { fusion, retrievers } }: Pick<HandedSystem, 'system'>): object | null =>
  fusion ? pipelineOf(fusion, retrievers.length) : null;

/** The same for some lists. @throws {RangeError} for a fusion that OpenSearch does not have */
export function pipelineOf(fusion: FusionSpec, lists: number): object {
  const { form, constant, weights, norm } = toldFusion('opensearch', fusion, lists);
  const parameters = { weights };
  if (form === 'rrf') {
    const combination = { technique: form, rank_constant: constant!, parameters };
    return { phase_results_processors: [{ 'score-ranker-processor': { combination } }] };
  }
  const combination = { technique: form, parameters };
  return {
    phase_results_processors: [{ 'normalization-processor': { normalization: { technique: norm! }, combination } }],
  };
}

/** The body of `POST /<index>/_search`, with the pipeline where there is one. */
export function opensearchSearch(handed: HandedSystem, { searched }: HandedQuestion): object {
  const { system, k, depth } = handed;
  const queries = system.retrievers.map((_, i) => queryOf(handed, i, searched[i]!));
  return {
    size: k,
    _source: { excludes: searchedFields(luceneForms(handed)) },
    query: system.fusion ? opensearchHybrid(system.fusion, queries, depth) : queries[0]!,
  };
}

/** Lists by the queries that find them, which a pipeline joins. @param depth of lists, where the fusion does not say */
export const opensearchHybrid = (fusion: FusionSpec, queries: readonly object[], depth: number): object => ({
  hybrid: { queries, pagination_depth: windowOf(fusion)?.lists ?? depth },
});

/** The body of a search by one retriever alone, as long as the list that is fused. */
export const opensearchRetriever = (handed: HandedSystem, retriever: number, { searched }: HandedQuestion): object => ({
  size: handed.depth,
  _source: false,
  query: queryOf(handed, retriever, searched[retriever]!),
});

/** The nearest vectors are looked for among all of them, unless the system itself searches a graph. */
function queryOf(handed: HandedSystem, retriever: number, asked: HandedQuestion['searched'][number]): object {
  const { system, depth } = handed;
  const spec = system.retrievers[retriever]!;
  const field = searchedName(luceneForms(handed)[retriever]!, retriever);
  if (!isVectors(spec)) return filtered(wordsQuery(field, asked), system);
  const { search } = spec;
  const vector = numbersOf(asked);
  if (search.kind === 'hnsw') {
    const filter = system.filter ? { filter: filterQuery(system.filter) } : {};
    return { knn: { [field]: { vector, k: depth, method_parameters: { ef_search: search.efSearch }, ...filter } } };
  }
  return {
    script_score: {
      query: system.filter ? { bool: { filter: [filterQuery(system.filter)] } } : { match_all: {} },
      script: {
        source: 'knn_score',
        lang: 'knn',
        params: { field, query_value: vector, space_type: spaceOf(search) },
      },
    },
  };
}
