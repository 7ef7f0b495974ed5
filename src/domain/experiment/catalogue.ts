import { firstSetting, fusionOf, isTrained, METHOD_NAMES, METHODS } from '../fusion/method-settings';
import { type AnalyzerSpec, DEFAULT_ANALYZER } from '../text/analyzer-spec';
import { type ComposedRetriever, type ComposedSystem, composedSystem } from './composed';
import { type CrossFittedMethod, DEFAULT_CROSS_FITTED } from '../fusion/cross-fitted-spec';
import type { FusionMethod } from '../fusion/fusion-spec';
import { canonicalJson } from '../../base/hash';
import { defaultLearned } from '../ltr/learned-spec';
import { DEFAULT_QUESTIONS, defaultTermGraph, type LexicalSpec, type QuestionSpec } from '../retrieval/retriever-spec';
import { DEFAULT_VECTOR_SEARCHES, type VectorSearchSpec } from '../retrieval/dense/vector-search-spec';
import { DEFAULT_SCORERS } from '../retrieval/lexical/scorer-spec';

/**
 * Systems that are ready to be added to an experiment: every retriever, fusion and learned ranker with the parameters
 * with which it is usually run.
 */
export interface CatalogueEntry {
  readonly group: CatalogueGroup;
  /** One line on what it does. */
  readonly summary: string;
  readonly system: ComposedSystem;
}

export const CATALOGUE_GROUPS = ['words', 'vectors', 'feedback', 'fusion', 'learned', 'models', 'metadata'] as const;
export type CatalogueGroup = (typeof CATALOGUE_GROUPS)[number];

/** Those of the bundled embedding model. */
const DIMENSIONS = 512;

/**
 * All of them; those of words with one analyzer.
 *
 * @param dimensions of the vectors of the embedding model
 */
export function catalogue(analyzer: AnalyzerSpec = DEFAULT_ANALYZER, dimensions = DIMENSIONS): CatalogueEntry[] {
  return [
    ...words(analyzer),
    ...vectors(),
    ...cheaperVectors(dimensions),
    ...feedback(analyzer),
    ...fusions(analyzer),
    ...learned(analyzer),
  ];
}

/** What words find, by Lucene's BM25 unless another scorer is asked for. */
export const lexical = (
  analyzer: AnalyzerSpec,
  scorer: LexicalSpec['scorer'] = DEFAULT_SCORERS['bm25-lucene'],
  question: QuestionSpec = DEFAULT_QUESTIONS['as-asked'],
): LexicalSpec => ({ kind: 'lexical', analyzer, scorer, question });

export const vectorsBy = (kind: keyof typeof DEFAULT_VECTOR_SEARCHES): ComposedRetriever => ({
  kind: 'vectors',
  search: DEFAULT_VECTOR_SEARCHES[kind],
});

function words(analyzer: AnalyzerSpec): CatalogueEntry[] {
  const summaries = {
    'bm25-lucene': 'BM25 as Lucene, Elasticsearch and OpenSearch compute it',
    'bm25-plus': 'BM25 with a least share for every word found',
    bm25l: 'BM25 that is kinder to long passages',
    'bm25-okapi': 'BM25 as the Python package rank_bm25 computes it',
    'tf-idf': 'Cosine of TF-IDF vectors, as scikit-learn computes it',
    'query-likelihood': 'How likely the passage’s language model writes the question, smoothed by Dirichlet',
  } as const;
  const scorers = Object.values(DEFAULT_SCORERS).map((scorer): CatalogueEntry => ({
    group: 'words',
    summary: summaries[scorer.kind],
    system: composedSystem(scorer.kind, [lexical(analyzer, scorer)]),
  }));
  const graph: CatalogueEntry = {
    group: 'words',
    summary: 'A walk over the terms that passages share (personalised PageRank); no knowledge graph',
    system: composedSystem('term-graph', [defaultTermGraph(analyzer)]),
  };
  return [...scorers, graph];
}

function vectors(): CatalogueEntry[] {
  const entry = (id: string, summary: string, retriever: ComposedRetriever): CatalogueEntry => ({
    group: 'vectors',
    summary,
    system: composedSystem(id, [retriever]),
  });
  const nearest = (metric: 'dot-product' | 'euclidean'): ComposedRetriever => ({
    kind: 'vectors',
    search: { kind: 'nearest', metric },
  });
  return [
    entry('cosine', 'The nearest vectors by angle', vectorsBy('nearest')),
    entry('dot-product', 'The nearest vectors by dot product', nearest('dot-product')),
    entry('euclidean', 'The nearest vectors by distance', nearest('euclidean')),
    entry('mmr', 'Near vectors that differ from each other (maximal marginal relevance)', vectorsBy('mmr')),
    entry('svm', 'A support vector machine a question, with the question as its only example', vectorsBy('svm')),
  ];
}

/** What costs less memory or time than the nearest of all vectors, and may miss some of those. */
function cheaperVectors(dimensions: number): CatalogueEntry[] {
  const { nearest, quantised } = DEFAULT_VECTOR_SEARCHES;
  const half = Math.max(1, Math.floor(dimensions / 2));
  const entry = (id: string, summary: string, search: VectorSearchSpec): CatalogueEntry => ({
    group: 'vectors',
    summary,
    system: composedSystem(id, [{ kind: 'vectors', search }]),
  });
  const binary = { ...quantised, precision: 'binary' } as const;
  return [
    entry('matryoshka-half', `The first ${half} numbers of each vector, by angle`, { ...nearest, dimensions: half }),
    entry('int8', 'Vectors of bytes: a quarter of the memory', quantised),
    entry('binary', 'The signs of vectors alone, a bit each: a thirty-second of the memory', binary),
    entry('binary-rescored', 'The same, with four times as many scored again by whole vectors', {
      ...binary,
      rescore: 4,
    }),
    entry('hnsw', 'The nearest vectors, approximately: a graph of neighbours (HNSW)', DEFAULT_VECTOR_SEARCHES.hnsw),
  ];
}

function feedback(analyzer: AnalyzerSpec): CatalogueEntry[] {
  const entry = (id: string, summary: string, retriever: ComposedRetriever): CatalogueEntry => ({
    group: 'feedback',
    summary,
    system: composedSystem(id, [retriever]),
  });
  const asked = (question: QuestionSpec): LexicalSpec => lexical(analyzer, undefined, question);
  return [
    entry('bm25-rm3', 'BM25, searched again with words of its first passages', asked(DEFAULT_QUESTIONS.rm3)),
    entry('rocchio', 'Vectors, searched again from nearer to the first passages', vectorsBy('rocchio')),
    entry('bm25-spelling', 'BM25 with misspelt words corrected from the passages', asked(DEFAULT_QUESTIONS.spelling)),
    entry(
      'bm25-synonyms',
      'BM25 with words that come together with those of the question',
      asked(DEFAULT_QUESTIONS.synonyms),
    ),
  ];
}

/** Every fusion, of two lists that count alike; those that are trained are held out by folds. */
function fusions(analyzer: AnalyzerSpec): CatalogueEntry[] {
  const retrievers = [lexical(analyzer), vectorsBy('nearest')];
  return METHOD_NAMES.map((method) => ({
    group: 'fusion',
    summary: `BM25 and vectors, joined by ${METHODS[method].label}${isTrained(method) ? ', cross-validated' : ''}`,
    system: composedSystem(`fuse-${method}`, retrievers, joinedBy(method, retrievers.length)),
  }));
}

const joinedBy = (method: FusionMethod, lists: number): Pick<ComposedSystem, 'fusion' | 'crossFitted'> =>
  isTrained(method)
    ? { fusion: null, crossFitted: DEFAULT_CROSS_FITTED[method as CrossFittedMethod] }
    : { fusion: fusionOf({ ...firstSetting(lists), method }) };

function learned(analyzer: AnalyzerSpec): CatalogueEntry[] {
  const retrievers = [lexical(analyzer), vectorsBy('nearest')];
  const summaries = {
    'lambda-mart': 'Boosted trees over what BM25, vectors and words say',
    'rank-net': 'A weighted sum, learned from pairs',
    'list-net': 'A weighted sum, learned from lists',
  } as const;
  return (['lambda-mart', 'rank-net', 'list-net'] as const).map((kind) => ({
    group: 'learned',
    summary: `${summaries[kind]}; every question is scored by a model that did not see it`,
    system: composedSystem(kind, retrievers, { learned: defaultLearned(kind, analyzer) }),
  }));
}

/**
 * The chosen entries with each of several analyzers, side by side: as many systems as there are analyzers, named by them,
 * of an entry that reads words; one of an entry that does not.
 *
 * @param entriesOf the catalogue with an analyzer
 */
export function withEveryAnalyzer(
  ids: readonly string[],
  analyzers: readonly { readonly id: string; readonly spec: AnalyzerSpec }[],
  entriesOf: (analyzer: AnalyzerSpec) => readonly CatalogueEntry[],
): ComposedSystem[] {
  const variants = analyzers.map(({ id, spec }) => ({ id, systems: chosenSystems(ids, entriesOf(spec)) }));
  return ids.flatMap((id) => {
    const each = variants.flatMap((variant) => {
      const system = variant.systems.find((chosen) => chosen.id === id);
      return system ? [{ analyzer: variant.id, system }] : [];
    });
    const isOne = new Set(each.map(({ system }) => canonicalJson(system))).size === 1;
    if (isOne) return each.slice(0, 1).map(({ system }) => system);
    return each.map(({ analyzer, system }) => ({ ...system, id: `${id}, ${analyzer}` }));
  });
}

/** The systems of the chosen entries, in the order in which they were chosen. */
export const chosenSystems = (ids: readonly string[], entries: readonly CatalogueEntry[]): ComposedSystem[] =>
  ids.flatMap((id) => entries.filter(({ system }) => system.id === id).map(({ system }) => system));
