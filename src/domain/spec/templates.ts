import { firstSetting, fusionOf } from '../lab/methods';
import { type AnalyzerSpec, DEFAULT_ANALYZER } from './analyzer';
import { lexical, vectorsBy } from './catalogue';
import type { ComposedRetriever, ComposedSystem } from './composed';
import type { FusionSpec } from './fusion';
import { DEFAULT_LEARNED } from './learned';
import { DEFAULT_VECTOR_SEARCHES, defaultTermGraph } from './retrievers';
import { DEFAULT_SCORERS } from './scorer';
import { DEFAULT_SETTINGS, type Settings } from './settings';

/** What a template must know of a collection. */
export interface TemplateInput {
  readonly docs: number;
  /** Language of most documents, ISO 639-1. */
  readonly language: string;
}

/** An experiment that was published, to be run on one's own documents. */
export interface Template {
  readonly id: string;
  readonly title: string;
  /** What it compares, and where it differs from what was published. */
  readonly summary: string;
  /** What it sets; all else stays at the defaults. */
  readonly settings: (collection: TemplateInput) => Partial<Settings>;
}

const NOTHING = { fusion: null, learned: null, rerank: null, threshold: null };

const single = (id: string, retriever: ComposedRetriever): ComposedSystem => ({
  id,
  retrievers: [retriever],
  ...NOTHING,
});

const fused = (id: string, retrievers: readonly ComposedRetriever[], fusion: FusionSpec): ComposedSystem => ({
  ...NOTHING,
  id,
  retrievers: [...retrievers],
  fusion,
});

/** Morphemes with nouns and verbs alone in Japanese, as published; in other languages the usual words. */
const morphemes = (language: string): AnalyzerSpec =>
  language === 'ja'
    ? { tokens: 'japanese', stopWords: ['ja'], stemmer: null, partsOfSpeech: 'nouns-and-verbs' }
    : DEFAULT_ANALYZER;

function sixRetrievers({ docs, language }: TemplateInput): Partial<Settings> {
  const analyzer = morphemes(language);
  const bm25 = lexical(analyzer, DEFAULT_SCORERS['bm25-okapi']);
  const cosine = vectorsBy('nearest');
  const mmr: ComposedRetriever = { kind: 'vectors', search: { ...DEFAULT_VECTOR_SEARCHES.mmr, fetchDepth: 20 } };
  const hybrid: FusionSpec = { method: 'rrf', constant: 'half-length', weights: [0.2, 0.8] };
  return {
    systems: [],
    composed: [
      single('cosine', cosine),
      single('mmr', mmr),
      single('svm', vectorsBy('svm')),
      single('bm25', bm25),
      single('tf-idf', lexical(analyzer, DEFAULT_SCORERS['tf-idf'])),
      fused('hybrid', [bm25, cosine], hybrid),
    ],
    depth: Math.max(1, docs),
    ks: docs < 5 ? [1] : [1, 5],
    families: ['Recall'],
    measures: ['MRR'],
  };
}

function weightedRoutes(): Partial<Settings> {
  const keywords = lexical(DEFAULT_ANALYZER);
  const vectors = vectorsBy('nearest');
  const graph = defaultTermGraph(DEFAULT_ANALYZER);
  const routes = [keywords, vectors, graph];
  const weights = [0.5, 0.4, 0.1];
  const sum = (norm: 'none' | 'min-max' | 'zmuv'): FusionSpec =>
    fusionOf({ ...firstSetting(routes.length), method: 'wsum', norm, weights });
  const learned = (kind: 'lambda-mart' | 'rank-net' | 'list-net'): ComposedSystem => ({
    ...single(kind, keywords),
    retrievers: routes,
    learned: DEFAULT_LEARNED(kind),
  });
  return {
    systems: [],
    composed: [
      single('keywords', keywords),
      single('vectors', vectors),
      single('shared-terms', graph),
      fused('rules', [keywords, vectors], { method: 'wsum', norm: 'none', weights: [0.6, 0.4], absent: 'zero' }),
      fused('min-max', routes, sum('min-max')),
      fused('z-score', routes, sum('zmuv')),
      fused('rrf', routes, { method: 'rrf', constant: 60, weights: [1, 1, 1] }),
      learned('lambda-mart'),
      learned('rank-net'),
      learned('list-net'),
    ],
    ks: [1, 5, 10],
    families: ['HitRate', 'Recall', 'nDCG'],
    measures: ['MRR'],
  };
}

export const TEMPLATES: readonly Template[] = [
  {
    id: 'four-retrievers',
    title: 'Four retrievers, from one to five passages',
    summary:
      'BM25, embedding, their reciprocal rank fusion and its reranking, every list cut at k before it is joined: hit rate and MRR.',
    settings: () => ({
      systems: ['bm25', 'embedding', 'ensemble-rrf', 'ensemble-rrf-rerank'],
      composed: [],
      lists: 'k',
      ks: [1, 2, 3, 4, 5],
      families: ['HitRate', 'MRR'],
      measures: [],
    }),
  },
  {
    id: 'six-retrievers',
    title: 'Dense, sparse and hybrid over the full ranking',
    summary:
      'Cosine, MMR, SVM, BM25, TF-IDF and a weighted hybrid: MRR over all passages, Recall@1 and Recall@5. In Japanese over nouns and verbs. Passages without any word of the question are in no word list; there their rank was counted.',
    settings: sixRetrievers,
  },
  {
    id: 'weighted-routes',
    title: 'Routes with weights, from rules to learned rankers',
    summary:
      'Keywords, vectors and a walk over shared terms (where a knowledge graph was meant), joined by rules, min-max, z-score, reciprocal ranks, and three learned rankers, cross-validated.',
    settings: weightedRoutes,
  },
];

/** The settings with a template's in place; models and what else it does not name stay as they are. */
export function fromTemplate(template: Template, settings: Settings, collection: TemplateInput): Settings {
  const { depth, lists, relevance, missing } = DEFAULT_SETTINGS;
  return { ...settings, depth, lists, relevance, missing, ...template.settings(collection) };
}
