import { STAGE_IDS, type StageId, type Remark } from '../../contract/result';
import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import { contentKey } from '../../base/hash';
import type { DocId, Place, Query, QueryId, Ranking } from '../../base/types';
import type { LoadedModel } from '../../contract/model-workers';
import type { Corpus } from '../kernel/corpus';
import type { Ports } from '../kernel/ports';
import type { RowCache } from '../kernel/row-cache';
import type { Tracker } from '../kernel/tracker';
import type { HeldVectors } from './stages/vector-table';

const BESIDE = [
  'chunking',
  'late-vectors',
  'filter',
  'boost',
  'term-counts',
  'generated-text',
  'added-vectors',
  'run-lists',
  'lists-at-k',
] as const;

export type VersionedStage = StageId | (typeof BESIDE)[number];

/** How often a stage's computing has changed: raising one loses what it computed, and what is built on that. */
export const STAGE_REVISIONS = {
  ...Object.fromEntries([...STAGE_IDS, ...BESIDE].map((stage) => [stage, 0])),
  // Those that were raised.
  /** 1: a text of a model that was added is read with others as long alone, so that its vector does not depend on them. */
  'added-vectors': 1,
  /** 1: what a run has of elsewhere keeps its rank where lists are joined. */
  'run-lists': 1,
  /** 1: what lists are joined to is cut at k after its last part, and not before it is reranked. */
  'lists-at-k': 1,
  /** 1: tokens of Hebrew with quotation marks, of Arabic decimals, with marks of direction, and stems of “boss’s”. */
  'lexical-index': 1,
  'term-counts': 1,
} as Readonly<Record<VersionedStage, number>>;

/** The version that all stages shared before each had its own: what was cached then is found. */
const SHARED_VERSION = 3;

/** What a key has of the stages that compute something together. */
export function versionOf(stages: readonly VersionedStage[]) {
  const raised = [...new Set(stages)].filter((stage) => STAGE_REVISIONS[stage] > 0);
  const revisions = Object.fromEntries(raised.map((stage) => [stage, STAGE_REVISIONS[stage]]));
  return { version: SHARED_VERSION, ...(raised.length > 0 ? { revisions } : {}) };
}

export const vectorStages = <Stage extends VersionedStage>(stage: Stage, { pooling }: Pick<DenseSpec, 'pooling'>) =>
  pooling === undefined ? [stage] : [stage, 'added-vectors' as const];

export interface StageContext {
  readonly collection: string;
  readonly corpus: Corpus;
  readonly queries: readonly Query[];
  readonly ports: Ports;
  readonly signal: AbortSignal;
  readonly tracker: Tracker;
  readonly rows: (namespace: string) => RowCache;
  readonly held: { readonly passage: HeldVectors; readonly question: HeldVectors };
  readonly loaded: Map<string, LoadedModel>;
  readonly remarks: Remark[];
  /** What is left out of the lists of each question; null where nothing is. */
  readonly excluded: readonly (readonly DocId[])[] | null;
  readonly unknownDocuments: Map<string, number>;
  readonly unevaluated: Map<string, number>;
  readonly late: LatePooling | null;
  readonly aside?: ReadonlySet<QueryId>;
}

export interface LatePooling {
  readonly places: readonly Place[];
  readonly texts: ReadonlyMap<DocId, string>;
}

export interface Cut {
  /** Of each list, before it is joined to others. */
  readonly depth: number;
  /** Of what they are joined to: all of it where they are cut at k, since a reranker reads it whole. */
  readonly kept: number;
}

export interface Ranked {
  readonly rankings: readonly Ranking[];
  readonly milliseconds: Float64Array;
  readonly indexMilliseconds: number;
}

export type Versions = Ports['versions'];

/** What takes texts apart, where that is not our own code alone. */
const WORD_LIBRARIES = ['kuromoji', 'snowball-stemmers', 'stopwords-iso'] as const;

const LIBRARIES = {
  own: [],
  words: WORD_LIBRARIES,
  minisearch: ['minisearch'],
  'minisearch-and-words': ['minisearch', ...WORD_LIBRARIES],
  models: ['transformers', 'onnxruntime-web'],
} as const;

export type Libraries = keyof typeof LIBRARIES;

/** @param name distinguishes it from what has the same inputs @param stages also those its work is built on */
export function stageKey(
  versions: Versions,
  kind: Libraries,
  name: string,
  stages: readonly VersionedStage[],
  inputs: Record<string, unknown>,
): string {
  const libraries = LIBRARIES[kind].map((library: string) => [library, versions[library] ?? null]);
  return contentKey({ stage: name, ...versionOf(stages), libraries, ...inputs });
}

export function* chunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
