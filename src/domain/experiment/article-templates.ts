import type { LanguageShare } from '../../base/types';
import type { Problem } from '../../base/problem';
import { type Settings, chunkingsOf } from './settings';
import { firstSetting, fusionOf } from '../fusion/method-settings';
import type { FusionSpec } from '../fusion/fusion-spec';
import { defaultLearned, type LearnerKind } from '../ltr/learned-spec';
import { DEFAULT_VECTOR_SEARCHES } from '../retrieval/dense/vector-search-spec';
import { DEFAULT_SCORERS } from '../retrieval/lexical/scorers';
import { defaultTermGraph } from '../retrieval/retriever-spec';
import { type AnalyzerSpec, analyzerFor } from '../text/analyzer-spec';
import { lexical, vectorsBy } from './catalogue';
import { type ComposedSystem, composedSystem } from './composed';
import type { ComposedRetriever } from './retrievers';

export interface TemplateInput {
  readonly docs: number;
  /** The most frequent first. */
  readonly languages: readonly LanguageShare[];
  readonly judged: number;
  /** The one that settings name first. */
  readonly embeddingModels: readonly { readonly id: string; readonly name: string }[];
  readonly runs: number;
}

export interface TemplateNeeds {
  'second-embedding-model': null;
  'external-run': null;
  'judged-questions': { judged: number; least: number };
}

type TemplateNeed = Problem<TemplateNeeds>;

export interface Template {
  readonly id: string;
  readonly settings: (collection: TemplateInput) => Partial<Settings>;
  /** Null where all is there. */
  readonly need?: (collection: TemplateInput) => TemplateNeed | null;
  /** Name of a bundled collection that was made for it. */
  readonly sample?: string;
}

const enoughJudged =
  (least: number) =>
  ({ judged }: TemplateInput): TemplateNeed | null =>
    judged < least ? { code: 'judged-questions', data: { judged, least } } : null;

/** How many passages the second article reads. */
const FIRST = 10;

/** Morphemes with nouns and verbs alone in Japanese, as published; in other languages the usual words. */
const morphemes = (languages: readonly LanguageShare[]): AnalyzerSpec =>
  languages[0]?.language === 'ja'
    ? { tokens: 'japanese', stopWords: ['ja'], stemmer: null, partsOfSpeech: 'nouns-and-verbs' }
    : analyzerFor(languages);

function sixRetrievers({ docs, languages }: TemplateInput): Partial<Settings> {
  const analyzer = morphemes(languages);
  const bm25 = lexical(analyzer, DEFAULT_SCORERS['bm25-okapi']);
  const cosine = vectorsBy('nearest');
  const mmr: ComposedRetriever = { kind: 'vectors', search: { ...DEFAULT_VECTOR_SEARCHES.mmr, fetchDepth: 20 } };
  const hybrid: FusionSpec = { method: 'rrf', constant: 'half-length', weights: [0.2, 0.8] };
  return {
    composed: [
      composedSystem('cosine', [cosine]),
      composedSystem('mmr', [mmr]),
      composedSystem('svm', [vectorsBy('svm')]),
      composedSystem('bm25', [bm25]),
      composedSystem('tf-idf', [lexical(analyzer, DEFAULT_SCORERS['tf-idf'])]),
      composedSystem('hybrid', [bm25, cosine], { fusion: hybrid }),
    ],
    depth: Math.max(1, docs),
    ks: docs < 5 ? [1] : [1, 5],
    families: ['Recall'],
    measures: ['MRR'],
  };
}

function weightedRoutes({ languages }: TemplateInput): Partial<Settings> {
  const analyzer = analyzerFor(languages);
  const keywords = lexical(analyzer);
  const vectors = vectorsBy('nearest');
  const graph = defaultTermGraph(analyzer);
  const routes = [keywords, vectors, graph];
  const weights = [0.5, 0.4, 0.1];
  const sum = (norm: 'none' | 'min-max' | 'zmuv'): FusionSpec =>
    fusionOf({ ...firstSetting(routes.length), method: 'wsum', norm, weights });
  const learned = (kind: LearnerKind): ComposedSystem =>
    composedSystem(kind, routes, { learned: defaultLearned(kind, analyzer) });
  return {
    composed: [
      composedSystem('keywords', [keywords]),
      composedSystem('vectors', [vectors]),
      composedSystem('shared-terms', [graph]),
      composedSystem('rules', [keywords, vectors], {
        fusion: { method: 'wsum', norm: 'none', weights: [0.6, 0.4], absent: 'zero' },
      }),
      composedSystem('min-max', routes, { fusion: sum('min-max') }),
      composedSystem('z-score', routes, { fusion: sum('zmuv') }),
      composedSystem('rrf', routes, { fusion: { method: 'rrf', constant: 60, weights: [1, 1, 1] } }),
      learned('lambda-mart'),
      learned('rank-net'),
      learned('list-net'),
    ],
    ks: [1, 5, 10],
    families: ['HitRate', 'Recall', 'nDCG'],
    measures: ['MRR'],
  };
}

/** Reranking ten and reading ten changes no number here, since none of them looks at the order: that is to be seen. */
function firstTen({ languages }: TemplateInput): Partial<Settings> {
  const cosine = vectorsBy('nearest');
  return {
    composed: [
      composedSystem('cosine', [cosine]),
      composedSystem('cosine-rerank', [cosine], { rerank: { candidates: FIRST, interpolation: 0 } }),
    ],
    // The default is the article's: 1,000 characters with an overlap of 100.
    chunkings: chunkingsOf({ chunkings: null }, { documents: true, files: true, runs: [], languages }),
    depth: FIRST,
    ks: [FIRST],
    families: ['HitRate', 'P', 'Recall', 'F1'],
    measures: [],
  };
}

/** Fewer judged questions cannot be split into the folds that a ranker is learned from. */
const FOLDS = 5;

/** The experiments of five articles on evaluating retrieval, to be run on one's own documents. */
export const ARTICLE_TEMPLATES = [
  {
    id: 'four-retrievers',
    settings: () => ({
      systems: ['bm25', 'embedding', 'ensemble-rrf', 'ensemble-rrf-rerank'],
      lists: 'k',
      ks: [1, 2, 3, 4, 5],
      families: ['HitRate', 'MRR'],
      measures: [],
    }),
  },
  { id: 'first-ten', settings: firstTen, sample: 'The Breakwater' },
  { id: 'six-retrievers', settings: sixRetrievers },
  { id: 'weighted-routes', settings: weightedRoutes, need: enoughJudged(FOLDS) },
  {
    id: 'graded-measures',
    settings: () => ({
      systems: ['bm25', 'embedding', 'ensemble-rrf'],
      ks: [1, 5, 10],
      families: ['HitRate', 'P', 'Recall', 'RecallCapped', 'MRR', 'nDCGexp'],
      measures: ['MAP'],
    }),
  },
] as const satisfies readonly Template[];
