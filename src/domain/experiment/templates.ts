import type { LanguageShare } from '../../base/types';
import type { Problem } from '../../base/problem';
import { type Settings, chunkingsOf, DEFAULT_SETTINGS } from './settings';
import { firstSetting, fusionOf } from '../fusion/method-settings';
import { type FusionSpec, DEFAULT_CROSS_FITTED } from '../fusion/fusion-spec';
import { defaultLearned, type LearnerKind } from '../ltr/learned-spec';
import { DEFAULT_VECTOR_SEARCHES } from '../retrieval/dense/vector-search-spec';
import { DEFAULT_SCORERS } from '../retrieval/lexical/scorers';
import { defaultTermGraph } from '../retrieval/retriever-spec';
import { type AnalyzerSpec, analyzerFor } from '../text/analyzer-spec';
import { lexical, vectorsBy } from './catalogue';
import type { ComposedRetriever } from './retrievers';
import { type ComposedSystem, composedSystem } from './composed';
import type { ChunkerSpec } from '../chunk/chunker-spec';

export interface TemplateInput {
  readonly docs: number;
  readonly languages: readonly LanguageShare[];
  readonly judged: number;
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
  readonly need?: (collection: TemplateInput) => TemplateNeed | null;
  readonly sample?: string;
}

const enoughJudged =
  (least: number) =>
  ({ judged }: TemplateInput): TemplateNeed | null =>
    judged < least ? { code: 'judged-questions', data: { judged, least } } : null;

const FIRST = 10;

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
  const learned = (kind: LearnerKind) => composedSystem(kind, routes, { learned: defaultLearned(kind, analyzer) });
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
    chunkings: chunkingsOf({ chunkings: null }, { documents: true, files: true, runs: [], languages }),
    depth: FIRST,
    ks: [FIRST],
    families: ['HitRate', 'P', 'Recall', 'F1'],
    measures: [],
  };
}

/** Fewer judged questions cannot be split into the folds that a ranker is learned from. */
const FOLDS = 5;

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

/** In characters. */
export const CHUNK_SIZES = [256, 512, 1000, 2000];

const CANDIDATES = [10, 20, 50];

/** Of the words, in percent. */
const WEIGHTS = [30, 50, 70];

const ENOUGH_TO_TRAIN = 25;

const words = ({ languages }: TemplateInput): ComposedRetriever => ({
  kind: 'minisearch',
  ...DEFAULT_SETTINGS.lexical,
  analyzer: analyzerFor(languages),
});

const RRF: FusionSpec = { method: 'rrf', constant: 60, weights: [1, 1] };

function embeddingModels(input: TemplateInput): Partial<Settings> {
  const each = input.embeddingModels.flatMap(({ id, name }): ComposedSystem[] => {
    const vectors: ComposedRetriever = { ...vectorsBy('nearest'), model: id } as ComposedRetriever;
    return [
      composedSystem(name, [vectors]),
      composedSystem(`bm25 and ${name}`, [words(input), vectors], { fusion: RRF }),
    ];
  });
  return { systems: ['bm25'], composed: uniquelyNamed(each) };
}

const uniquelyNamed = (systems: readonly ComposedSystem[]): ComposedSystem[] =>
  systems.map((system, i) => {
    const before = systems.slice(0, i).filter(({ id }) => id === system.id).length;
    return before === 0 ? system : { ...system, id: `${system.id} (${before + 1})` };
  });

function chunkSizes({ languages }: TemplateInput): Partial<Settings> {
  const sources = { documents: true, files: true, runs: [], languages };
  const [usual] = chunkingsOf({ chunkings: null }, sources) as readonly [Extract<ChunkerSpec, { kind: 'recursive' }>];
  return {
    systems: ['bm25', 'embedding', 'ensemble-rrf'],
    chunkings: CHUNK_SIZES.map((size) => ({ ...usual, size, overlap: Math.round(size / 10) })),
  };
}

function reranking(input: TemplateInput): Partial<Settings> {
  const both = [words(input), vectorsBy('nearest')];
  const reranked = (id: string, retrievers: ComposedRetriever[], candidates: number): ComposedSystem =>
    composedSystem(id, retrievers, {
      fusion: retrievers.length > 1 ? RRF : null,
      rerank: { candidates, interpolation: 0 },
    });
  return {
    systems: ['bm25', 'ensemble-rrf'],
    composed: [
      reranked('bm25-rerank-20', [words(input)], 20),
      ...CANDIDATES.map((candidates) => reranked(`ensemble-rrf-rerank-${candidates}`, both, candidates)),
    ],
  };
}

function hybrid(input: TemplateInput): Partial<Settings> {
  const both = [words(input), vectorsBy('nearest')];
  const sum = (weight: number): FusionSpec => ({
    method: 'wsum',
    norm: 'min-max',
    weights: [weight / 100, (100 - weight) / 100],
    absent: 'zero',
  });
  const trained = composedSystem('probfuse', both, { crossFitted: DEFAULT_CROSS_FITTED.probfuse });
  return {
    systems: ['bm25', 'embedding', 'ensemble-rrf'],
    composed: [
      ...WEIGHTS.map((weight) => composedSystem(`ensemble-${weight}-${100 - weight}`, both, { fusion: sum(weight) })),
      ...(input.judged >= ENOUGH_TO_TRAIN ? [trained] : []),
    ],
  };
}

export const QUESTION_TEMPLATES = [
  {
    id: 'which-embedding-model',
    settings: embeddingModels,
    need: ({ embeddingModels: models }) => (models.length < 2 ? { code: 'second-embedding-model', data: null } : null),
  },
  { id: 'which-chunk-size', settings: chunkSizes },
  { id: 'is-reranking-worth-it', settings: reranking },
  { id: 'tune-the-hybrid', settings: hybrid },
  {
    id: 'external-engine',
    settings: () => ({ systems: ['bm25', 'embedding', 'ensemble-rrf'] }),
    need: ({ runs }) => (runs === 0 ? { code: 'external-run', data: null } : null),
  },
] as const satisfies readonly Template[];

export type TemplateId = (typeof QUESTION_TEMPLATES | typeof ARTICLE_TEMPLATES)[number]['id'];

export const TEMPLATE_GROUPS = { questions: QUESTION_TEMPLATES, articles: ARTICLE_TEMPLATES } as const;

export const TEMPLATES: readonly (Template & { readonly id: TemplateId })[] = [
  ...QUESTION_TEMPLATES,
  ...ARTICLE_TEMPLATES,
];

/** What is run where nobody chose: models and how they search stay, all else is as usual. */
export function standardSettings(settings: Settings): Settings {
  const { systems, composed, depth, lists, ks, families, measures, relevance, missing, chunkings, aggregate } =
    DEFAULT_SETTINGS;
  const usual = { systems, composed, depth, lists, ks, families, measures, relevance, missing, chunkings, aggregate };
  return { ...settings, ...usual };
}

/** What a template does not name is as usual. */
export const fromTemplate = (template: Template, settings: Settings, collection: TemplateInput): Settings => ({
  ...standardSettings(settings),
  systems: [],
  ...template.settings(collection),
});
