import type { MetricName } from '../retrieval/dense/metrics';
import { GRAPH, isApproximate, isVectors, isZero, metricOf, numbersOf } from './files';
import { toldFusion } from './fusions';
import { luceneEngine } from './lucene/engine';
import { fieldName, filterQuery, luceneIndex, searchShape, wordsQuery } from './lucene/index-body';
import type { HandedQuestion, HandedSystem, HandoverNote } from './target';

const SPACES: Readonly<Record<MetricName, string>> = {
  cosine: 'cosinesimil',
  'dot-product': 'innerproduct',
  euclidean: 'l2',
};

const spaceOf = ({ system }: HandedSystem, retriever: number) => SPACES[metricOf(system.retrievers[retriever]!)];

export function opensearchIndex(handed: HandedSystem) {
  const { approximate, dimensions } = handed;
  const vector = (retriever: number): object => {
    const field = { type: 'knn_vector', dimension: dimensions[retriever]! };
    if (!approximate) return field;
    const parameters = { m: GRAPH.m, ef_construction: GRAPH.efConstruction };
    return { ...field, method: { name: 'hnsw', engine: 'faiss', space_type: spaceOf(handed, retriever), parameters } };
  };
  return luceneIndex(handed, vector, isApproximate(handed) ? { knn: true } : {});
}

/** The body of `PUT /_search/pipeline/<name>`, which joins the lists; null where there is one list. */
export function opensearchPipeline({ system: { fusion, retrievers } }: HandedSystem): object | null {
  if (!fusion) return null;
  const { form, constant, weights, norm } = toldFusion('opensearch', fusion, retrievers.length);
  // Weights are shares: where they are equal, there are none to be named, which versions before 3.1 would refuse.
  const parameters = areEqual(weights!) ? {} : { parameters: { weights } };
  const combination = { technique: form, ...(form === 'rrf' ? { rank_constant: constant! } : {}), ...parameters };
  const normalization = { technique: norm! };
  const processor =
    form === 'rrf'
      ? { 'score-ranker-processor': { combination } }
      : { 'normalization-processor': { normalization, combination } };
  return { phase_results_processors: [processor] };
}

const areEqual = (weights: readonly number[]): boolean => weights.every((weight) => weight === weights[0]);

function opensearchLeast({ system: { fusion, retrievers } }: HandedSystem): readonly [number, number] {
  // From this version on a cosine is scored alike by an exact and by an approximate search.
  if (!fusion) return [2, 19];
  const { form, weights, norm } = toldFusion('opensearch', fusion, retrievers.length);
  if (form === 'rrf' && !areEqual(weights!)) return [3, 1];
  return norm === 'z_score' ? [3, 0] : [2, 19];
}

/** The body of `POST /<index>/_search`, with the pipeline where there is one. */
export function opensearchSearch(handed: HandedSystem, { searched }: HandedQuestion): object {
  const { system, k, depth } = handed;
  const { fusion } = system;
  const queries = system.retrievers.map((_, i) => queryOf(handed, i, searched[i]!));
  return {
    ...searchShape(handed, k),
    query: fusion ? { hybrid: { queries, pagination_depth: depth } } : queries[0]!,
  };
}

/** The nearest vectors are looked for among all of them, unless an approximate index was asked for. */
function queryOf(handed: HandedSystem, retriever: number, asked: HandedQuestion['searched'][number]): object {
  const { system, depth, approximate } = handed;
  const spec = system.retrievers[retriever]!;
  if (!isVectors(spec)) return wordsQuery(handed, retriever, asked);
  const field = fieldName(handed, retriever);
  const vector = numbersOf(asked);
  if (approximate) {
    const filter = system.filter ? { filter: filterQuery(system.filter) } : {};
    return { knn: { [field]: { vector, k: depth, method_parameters: { ef_search: GRAPH.efSearch }, ...filter } } };
  }
  const params = { field, query_value: vector, space_type: spaceOf(handed, retriever) };
  return {
    script_score: {
      query: system.filter ? { bool: { filter: [filterQuery(system.filter)] } } : { match_all: {} },
      script: { source: 'knn_score', lang: 'knn', params },
    },
  };
}

/** OpenSearch: a hybrid query with a search pipeline, exact vectors (`knn_score`), BM25 of Lucene. */
export const OPENSEARCH = luceneEngine({
  id: 'opensearch',
  name: 'OpenSearch',
  threshold: false,
  mostLists: 5,
  notes: fusionNotes,
  // https://docs.opensearch.org/latest/mappings/supported-field-types/knn-vector/
  mostNumbers: 16_000,
  least: opensearchLeast,
  index: opensearchIndex,
  // An exact search takes a passage of zeros, as nearest to nothing; a graph of cosines does not.
  refuses: ({ approximate }, _, searched) => approximate && isZero(searched),
  search: opensearchSearch,
  pipeline: opensearchPipeline,
});

/** That weights are shares, and of a normalisation that the published description of the API does not list. */
function fusionNotes({ system: { fusion, retrievers } }: HandedSystem): HandoverNote[] {
  if (!fusion) return [];
  const { norm, weights } = toldFusion('opensearch', fusion, retrievers.length);
  const isScaled = 'weights' in fusion && !areEqual(fusion.weights) && String(fusion.weights) !== String(weights);
  return [
    ...(isScaled ? [{ code: 'weights-scaled' as const, data: null }] : []),
    ...(norm === 'z_score' ? [{ code: 'undescribed' as const, data: { name: norm } }] : []),
  ];
}
