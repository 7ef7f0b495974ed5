import { canonicalJson } from '../../base/hash';
import type { LanguageShare } from '../../base/types';
import type { ModelCard, Device } from '../models/configuration';
import { measureOf } from '../measures/parse';
import { BUDGET_MEASURES } from '../measures/first-measure';
import { type AnalyzerSpec, analyzerFor, DEFAULT_ANALYZER } from '../text/analyzer-spec';
import { chunkerName, type ChunkerSpec, DEFAULT_CHUNKER, isPlainWhole } from '../chunk/chunker-spec';
import type { SuppliedFile } from './missing';
import { type ComposedSystem, composedSystem, type ModelParts, type Naming, systemOf } from './composed';
import type { ExperimentSpec } from './experiment';
import { NO_PARTS, type SystemSpec } from './parts';
import type { FusionSpec } from '../fusion/fusion-spec';
import type { MiniSearchSpec } from '../retrieval/retriever-spec';
import { readsPassages } from './retrievers';
import { SYSTEM_IDS, type SystemId } from './system-ids';

export interface Settings {
  readonly systems: readonly SystemId[];
  readonly composed: readonly ComposedSystem[];
  readonly depth: number;
  readonly ks: readonly number[];
  readonly lists: ExperimentSpec['lists'];
  readonly families: readonly string[];
  readonly measures: readonly string[];
  /** Null takes what suits the judgments. */
  readonly relevance: number | null;
  readonly missing: ExperimentSpec['missing'];
  readonly ownDocument: 'keep' | 'leave-out';
  /** Each run with every system. Null takes what suits the collection. */
  readonly chunkings: readonly ChunkerSpec[] | null;
  /** Reads rankings of passages as rankings of documents; null reads passages. */
  readonly aggregate: Exclude<ExperimentSpec['aggregate'], undefined> | null;
  readonly lexical: Omit<MiniSearchSpec, 'kind' | 'analyzer'> & {
    readonly analyzer: AnalyzerSpec | null;
  };
  readonly device: Device | 'auto';
  readonly embeddingModel: string;
  /** Put before each question; empty takes what the model wants. */
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** Of the lexical list in `ensemble`; the dense list has the rest. */
  readonly lexicalWeight: number;
  readonly rrfConstant: number;
  readonly rrfLexicalWeight: number;
  readonly rrfDenseWeight: number;
  readonly rerankerModel: string;
  readonly candidates: number;
  readonly interpolation: number | null;
}

/** Chosen on the development collections for the bundled models: defaults, not truths. */
export const DEFAULT_SETTINGS: Settings = {
  systems: SYSTEM_IDS,
  composed: [],
  depth: 100,
  ks: [1, 2, 3, 4, 5, 10],
  lists: 'depth',
  families: ['HitRate', 'MRR', 'P', 'Recall', 'F1', 'nDCG'],
  measures: ['MAP'],
  relevance: null,
  missing: 'zero',
  ownDocument: 'keep',
  chunkings: null,
  aggregate: null,
  lexical: { analyzer: null, k1: 1.2, b: 0.7, delta: 0.5, score: 'bm25+' },
  device: 'auto',
  embeddingModel: 'hitrate-embedding',
  queryPrefix: '',
  passagePrefix: '',
  lexicalWeight: 0.5,
  rrfConstant: 60,
  rrfLexicalWeight: 1,
  rrfDenseWeight: 1,
  rerankerModel: 'hitrate-reranker',
  candidates: 20,
  interpolation: null,
};

export interface Sources {
  readonly documents: boolean;
  readonly languages?: readonly LanguageShare[];
  readonly files?: boolean;
  /** Whether parts of documents are judged: recall in a budget of text is about these. True where absent. */
  readonly judgesPlaces?: boolean;
  /** The lowest grade that counts as relevant where none is set; 1 where absent. */
  readonly relevance?: number;
  readonly runs: readonly { readonly system: string; readonly hash: string }[];
  readonly supplied?: readonly SuppliedFile[];
  readonly fields?: readonly string[];
}

const DOCUMENTS_ALONE: Sources = { documents: true, runs: [] };

/** @throws {RangeError} for a model without a card, an α left to a card that has none, or an unknown measure */
export function buildExperiment(
  settings: Settings,
  cards: readonly ModelCard[],
  sources: Sources = DOCUMENTS_ALONE,
): ExperimentSpec {
  const made = sources.documents ? madeHere(settings, cards, sources) : [];
  const comparesPlaces = sources.judgesPlaces !== false && comparesChunkings(made);
  const ks = [...new Set(settings.ks)].sort((a, b) => a - b);
  return {
    schema: 1,
    systems: [...made, ...sources.runs.map(importedSystem)],
    depth: settings.depth,
    lists: settings.lists,
    ks,
    measures: measureTexts(settings, ks, comparesPlaces ? BUDGET_MEASURES : []),
    relevance: settings.relevance ?? sources.relevance ?? 1,
    missing: settings.missing,
    ...(settings.ownDocument === 'leave-out' ? { ownDocument: settings.ownDocument } : {}),
    ...(settings.aggregate ? { aggregate: settings.aggregate } : {}),
  };
}

export function chunkingsOf({ chunkings }: Pick<Settings, 'chunkings'>, sources: Sources): readonly ChunkerSpec[] {
  if (chunkings && chunkings.length > 0) return chunkings;
  if (!sources.files) return [{ kind: 'whole' }];
  return [{ ...DEFAULT_CHUNKER, separators: separatorsFor(sources.languages ?? []) }];
}

/** Sentence ends of Chinese and Japanese where most documents have them. */
const separatorsFor = (languages: readonly LanguageShare[]): 'latin' | 'cjk' =>
  ['zh', 'ja'].includes(languages[0]?.language ?? '') ? 'cjk' : 'latin';

const comparesChunkings = (systems: readonly SystemSpec[]): boolean =>
  new Set(systems.map(({ chunker }) => canonicalJson(chunker ?? null))).size > 1;

function measureTexts({ families, measures }: Settings, ks: readonly number[], compared: readonly string[]): string[] {
  const asked = [...families.flatMap((name) => ks.map((k) => `${name}@${k}`)), ...measures, ...compared];
  return [...new Set(asked.map((text) => measureOf(text).text))];
}

const importedSystem = ({ system, hash }: Sources['runs'][number]): SystemSpec => ({
  id: system,
  retrievers: [{ kind: 'run', name: system, hash }],
  ...NO_PARTS,
});

function madeHere(settings: Settings, cards: readonly ModelCard[], sources: Sources): SystemSpec[] {
  const models = modelParts(settings, cards);
  const six = sixSystems(settings, settings.lexical.analyzer ?? analyzerFor(sources.languages ?? []));
  const systems = [...settings.systems.map((id) => six[id]), ...settings.composed].map((each) =>
    systemOf(each, models),
  );
  const chunkings = chunkingsOf(settings, sources);
  return systems.flatMap((system) => (system.retrievers.every(readsPassages) ? cutBy(system, chunkings) : [system]));
}

const cutBy = (system: SystemSpec, chunkings: readonly ChunkerSpec[]): SystemSpec[] =>
  chunkings.map((chunker) => ({
    ...system,
    ...(isPlainWhole(chunker) ? {} : { chunker }),
    ...(chunkings.length > 1 ? { id: `${system.id} · ${chunkerName(chunker)}` } : {}),
  }));

/** @throws {RangeError} when settings or a system name a model that has no card */
function modelParts(settings: Settings, cards: readonly ModelCard[]): ModelParts {
  const cardOf = (id: string): ModelCard => {
    const found = cards.find((each) => each.id === id);
    if (!found) throw new RangeError(`no model is called “${id}”`);
    return found;
  };
  cardOf(settings.embeddingModel);
  cardOf(settings.rerankerModel);
  const deviceOf = ({ device }: ModelCard) => (settings.device === 'auto' ? (device ?? 'wasm') : settings.device);
  return {
    encoder: ({ model = settings.embeddingModel, prefixes }) => {
      const card = cardOf(model);
      return {
        model: card.id,
        revision: card.revision,
        device: deviceOf(card),
        ...prefixesOf(settings, card, prefixes === 'none'),
        maxTokens: card.maxTokens,
        ...(card.reading?.task === 'embedding'
          ? { pooling: card.reading.pooling, normalise: card.reading.normalise }
          : {}),
      };
    },
    rerank: ({ model = settings.rerankerModel, candidates, interpolation }) => {
      const card = cardOf(model);
      return {
        kind: 'cross-encoder',
        model: card.id,
        revision: card.revision,
        device: deviceOf(card),
        maxTokens: card.maxTokens,
        candidates,
        interpolation: interpolation ?? interpolationOf(card),
      };
    },
  };
}

export const wantsPrefixes = ({ reading }: ModelCard): boolean =>
  reading?.task === 'embedding' && reading.queryPrefix + reading.passagePrefix !== '';

export function namingOf(settings: Settings, cards: readonly ModelCard[]): Naming {
  const prefixed = (id: string): boolean => cards.some((card) => card.id === id && wantsPrefixes(card));
  return {
    encoder: ({ model, queryPrefix, passagePrefix }) => ({
      ...(model === settings.embeddingModel ? {} : { model }),
      ...(queryPrefix + passagePrefix === '' && prefixed(model) ? { prefixes: 'none' } : {}),
    }),
    reranker: ({ model }) => (model === settings.rerankerModel ? {} : { model }),
  };
}

/** What is put before texts: what the model wants, unless the settings say otherwise of the model that they name. */
function prefixesOf(settings: Settings, { id, reading }: ModelCard, none: boolean) {
  if (none) return { queryPrefix: '', passagePrefix: '' };
  const wanted = reading?.task === 'embedding' ? reading : { queryPrefix: '', passagePrefix: '' };
  const set = id === settings.embeddingModel ? settings : { queryPrefix: '', passagePrefix: '' };
  return {
    queryPrefix: set.queryPrefix || wanted.queryPrefix,
    passagePrefix: set.passagePrefix || wanted.passagePrefix,
  };
}

export function sixSystems(
  settings: Settings,
  analyzer: AnalyzerSpec = settings.lexical.analyzer ?? DEFAULT_ANALYZER,
): Record<SystemId, ComposedSystem> {
  const { lexicalWeight, candidates, interpolation } = settings;
  const words: ComposedSystem['retrievers'] = [{ kind: 'minisearch', ...settings.lexical, analyzer }];
  const vectors: ComposedSystem['retrievers'] = [{ kind: 'vectors', search: { kind: 'nearest', metric: 'cosine' } }];
  const both = [...words, ...vectors];
  const sum: FusionSpec = {
    method: 'wsum',
    norm: 'min-max',
    weights: [lexicalWeight, round(1 - lexicalWeight)],
    absent: 'zero',
  };
  const rrf: FusionSpec = {
    method: 'rrf',
    constant: settings.rrfConstant,
    weights: [settings.rrfLexicalWeight, settings.rrfDenseWeight],
  };
  return {
    bm25: composedSystem('bm25', words),
    embedding: composedSystem('embedding', vectors),
    ensemble: composedSystem('ensemble', both, { fusion: sum }),
    'ensemble-rrf': composedSystem('ensemble-rrf', both, { fusion: rrf }),
    'ensemble-rerank': composedSystem('ensemble-rerank', both, { fusion: sum, rerank: { candidates, interpolation } }),
    // A rank-fusion score has no scale that a logit could be added to: this one orders by the logit alone.
    'ensemble-rrf-rerank': composedSystem('ensemble-rrf-rerank', both, {
      fusion: rrf,
      rerank: { candidates, interpolation: 0 },
    }),
  };
}

/** α, where none was set: that of the card, and of a model that was added the logit alone, as its authors use it. */
function interpolationOf({ id, interpolation, reading }: ModelCard): number {
  if (interpolation !== null) return interpolation;
  if (reading) return 0;
  throw new RangeError(`the card of “${id}” names no interpolation: set one`);
}

/** 1 − 0.7 is 0.30000000000000004: a weight is what the person reads. */
const round = (weight: number): number => Math.round(weight * 1e6) / 1e6;
