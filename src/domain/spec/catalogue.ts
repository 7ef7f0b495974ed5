import { firstSetting, fusionOf, isTrained, METHOD_NAMES, METHODS } from '../lab/methods';
import { type AnalyzerSpec, DEFAULT_ANALYZER } from './analyzer';
import type { ComposedRetriever, ComposedSystem } from './composed';
import { type CrossFittedMethod, DEFAULT_CROSS_FITTED } from './cross-fitted';
import type { FusionMethod } from './fusion';
import { DEFAULT_LEARNED } from './learned';
import {
  DEFAULT_QUESTIONS,
  DEFAULT_VECTOR_SEARCHES,
  defaultTermGraph,
  type LexicalSpec,
  type QuestionSpec,
} from './retrievers';
import { DEFAULT_SCORERS } from './scorer';

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

export const CATALOGUE_GROUPS = ['words', 'vectors', 'feedback', 'fusion', 'learned', 'metadata'] as const;
export type CatalogueGroup = (typeof CATALOGUE_GROUPS)[number];

/** All of them; those of words with one analyzer. */
export function catalogue(analyzer: AnalyzerSpec = DEFAULT_ANALYZER): CatalogueEntry[] {
  return [...words(analyzer), ...vectors(), ...feedback(analyzer), ...fusions(analyzer), ...learned(analyzer)];
}

const single = (id: string, retriever: ComposedRetriever): ComposedSystem => ({
  id,
  retrievers: [retriever],
  fusion: null,
  learned: null,
  rerank: null,
  threshold: null,
});

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
    system: single(scorer.kind, lexical(analyzer, scorer)),
  }));
  const graph: CatalogueEntry = {
    group: 'words',
    summary: 'A walk over the terms that passages share (personalised PageRank); no knowledge graph',
    system: single('term-graph', defaultTermGraph(analyzer)),
  };
  return [...scorers, graph];
}

function vectors(): CatalogueEntry[] {
  const entry = (id: string, summary: string, retriever: ComposedRetriever): CatalogueEntry => ({
    group: 'vectors',
    summary,
    system: single(id, retriever),
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

function feedback(analyzer: AnalyzerSpec): CatalogueEntry[] {
  const entry = (id: string, summary: string, retriever: ComposedRetriever): CatalogueEntry => ({
    group: 'feedback',
    summary,
    system: single(id, retriever),
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
    system: { ...single(`fuse-${method}`, retrievers[0]!), retrievers, ...joinedBy(method, retrievers.length) },
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
  return (['lambda-mart', 'rank-net', 'list-net'] as const).map((kind) => {
    const spec = DEFAULT_LEARNED(kind);
    return {
      group: 'learned',
      summary: `${summaries[kind]}; every question is scored by a model that did not see it`,
      system: {
        ...single(kind, retrievers[0]!),
        retrievers,
        learned: { ...spec, features: { ...spec.features, analyzer } },
      },
    };
  });
}
