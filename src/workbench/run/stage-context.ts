import { contentKey } from '../../base/hash';
import type { DocId, Place, Query, QueryId, Ranking } from '../../base/types';
import type { LoadedModel } from '../../contract/model-workers';
import type { Remark } from '../../contract/result';
import type { Corpus } from '../kernel/corpus';
import type { Ports } from '../kernel/ports';
import type { RowCache } from '../kernel/row-cache';
import type { Tracker } from '../kernel/tracker';
import { type VersionedStage, versionOf } from './stage-versions';
import type { HeldVectors } from './stages/vector-table';

export interface StageContext {
  readonly collection: string;
  readonly corpus: Corpus;
  /** The questions that are evaluated. */
  readonly queries: readonly Query[];
  readonly ports: Ports;
  readonly signal: AbortSignal;
  readonly tracker: Tracker;
  /** The row cache of a namespace, opened once in a run. */
  readonly rows: (namespace: string) => RowCache;
  /** Vectors that were made last. */
  readonly held: { readonly passage: HeldVectors; readonly question: HeldVectors };
  /** Models as they were loaded, by what they are for: for the manifest. */
  readonly loaded: Map<string, LoadedModel>;
  /** What went otherwise than asked, for the warnings; the same may be there several times. */
  readonly remarks: Remark[];
  /** Documents of an external run that the collection does not have, by system. */
  readonly unknownDocuments: Map<string, number>;
  /** Questions of an external run that have no judgments here, by system. */
  readonly unevaluated: Map<string, number>;
  /** Where the passages of the corpus are, if their vectors are pooled from those of whole documents; null else. */
  readonly late: LatePooling | null;
  /** Questions that are asked in the same run and are not evaluated: no strangers. None where absent. */
  readonly aside?: ReadonlySet<QueryId>;
}

export interface LatePooling {
  /** Of each passage, in the order of the corpus. */
  readonly places: readonly Place[];
  /** Of whole documents. */
  readonly texts: ReadonlyMap<DocId, string>;
}

/** One ranking a question, and what it took to get it. */
export interface Ranked {
  readonly rankings: readonly Ranking[];
  /** Time of each question, all stages that led to its ranking included. */
  readonly milliseconds: Float64Array;
  /** Time to build what was searched. */
  readonly indexMilliseconds: number;
}

/** Versions of the packages that a result depends on, by name. */
export type Versions = Ports['versions'];

/** What takes texts apart, where that is not our own code alone. */
const WORDS = ['kuromoji', 'snowball-stemmers', 'stopwords-iso'] as const;

/** Packages whose next version may compute other numbers, by what they compute. */
const LIBRARIES = {
  own: [],
  words: WORDS,
  minisearch: ['minisearch'],
  'minisearch-and-words': ['minisearch', ...WORDS],
  models: ['transformers', 'onnxruntime-web'],
} as const;

export type Libraries = keyof typeof LIBRARIES;

/**
 * Key of what is cached.
 *
 * @param kind what computes it, and so the packages that it depends on
 * @param name distinguishes what is cached from whatever else has the same inputs
 * @param stages those that compute it, and those whose work it is built on without naming it in the inputs
 */
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
