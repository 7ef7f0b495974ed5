import type { ChunkerSpec } from '../chunk/chunker-spec';
import { DEFAULT_CROSS_FITTED, type FusionSpec } from '../fusion/fusion-spec';
import { analyzerFor } from '../text/analyzer-spec';
import { vectorsBy } from './catalogue';
import { type ComposedSystem, composedSystem } from './composed';
import type { ComposedRetriever } from './retrievers';
import { chunkingsOf, DEFAULT_SETTINGS, type Settings } from './settings';
import type { Template, TemplateInput } from './article-templates';

/** In characters. */
export const CHUNK_SIZES = [256, 512, 1000, 2000];

/** How many passages a reranker reads. */
const CANDIDATES = [10, 20, 50];

/** Weights of the words, in percent. */
const WEIGHTS = [30, 50, 70];

/** Fewer judged questions teach a fusion nothing. */
const ENOUGH_TO_TRAIN = 25;

const words = ({ languages }: TemplateInput): ComposedRetriever => ({
  kind: 'minisearch',
  ...DEFAULT_SETTINGS.lexical,
  analyzer: analyzerFor(languages),
});

const RRF: FusionSpec = { method: 'rrf', constant: 60, weights: [1, 1] };

/** One system for each embedding model, alone and joined with words. */
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

/** Two models may have one name. */
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
      // Fused ranks have no scale that a logit could be added to.
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
