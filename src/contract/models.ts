import type { Problem } from '../base/problem';
import type { ModelCard } from '../domain/models/card';
import type { ModelConfiguration, Pooling } from '../domain/models/configuration';
import type { Device } from '../domain/models/device';
import type { ModelOffer, RefusedRepository, RepositoryFile } from '../domain/models/repository';
import type { ExpectedProblem } from './errors';
import type { SourceFile } from './workers';

/** Where a model came from. */
export type ModelOrigin =
  | {
      readonly kind: 'hub';
      /** `https://huggingface.co`, or a mirror. */
      readonly host: string;
      readonly repository: string;
      /** As it was asked for, as `main`. */
      readonly revision: string;
      /** The commit that it was then; null where the host does not tell. */
      readonly commit: string | null;
    }
  | { readonly kind: 'disk'; readonly name: string };

/** A file of a model as it is kept: whole, and with its hash. */
export interface StoredFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A model that a person added. It is here only when all of its files are. */
export interface StoredModel {
  /** That of its card. */
  readonly id: string;
  readonly name: string;
  readonly origin: ModelOrigin;
  readonly addedAt: number;
  readonly files: readonly StoredFile[];
  readonly reading: ModelConfiguration;
  /** Of vectors, as the repository says; null where it does not. */
  readonly dimensions: number | null;
  readonly languages: readonly string[];
  readonly licence: string | null;
  /** Shorter lengths of vectors that the model was trained for. */
  readonly matryoshka: readonly number[];
  /** As in {@link ModelCard}. */
  readonly revision: string;
}

/** What a repository on disk offers: read, and nothing kept. */
export interface DiskOffer {
  readonly name: string;
  readonly files: readonly RepositoryFile[];
  readonly offer: ModelOffer | RefusedRepository;
}

/** What a person chose of an offer. */
export interface ModelChoice {
  readonly name: string;
  readonly reading: ModelConfiguration;
  readonly offer: ModelOffer;
}

export interface ModelProgress {
  /** The file that is being read or fetched. */
  readonly path: string;
  readonly done: number;
  readonly bytes: number;
}

/** Reads models from a folder or a zip archive, in a worker. */
export interface ModelFilesApi {
  look(input: { files: readonly SourceFile[] }): Promise<DiskOffer>;
  /** Writes all of it or nothing. */
  keep(
    input: { files: readonly SourceFile[]; choice: ModelChoice },
    progress: (step: ModelProgress) => void,
  ): Promise<StoredModel>;
}

/** The models of this machine: those that are bundled, and those that were added. */
export interface ModelsPort {
  /** Bundled models first. */
  cards(): Promise<ModelCard[]>;
  /** Those that were added, oldest first. */
  stored(): Promise<StoredModel[]>;
  /** Deletes a model and what was begun of it. */
  remove(id: string): Promise<void>;
  /**
   * Changes how a model is read. What a spec does not say of it (layers, logits) is in the model's revision, which is another
   * then; pooling, scaling, prefixes and length stand in specs.
   */
  reread(id: string, reading: ModelConfiguration): Promise<StoredModel>;
  /** Calls back whenever a model was added or deleted, in whatever page. @returns ends it */
  onChange(listener: () => void): () => void;
}

/** How a device did with a few batches of a model. */
export interface DeviceFigure {
  readonly device: Device;
  /**
   * `agrees` with WASM on the same texts; `differs` by more than rounding; `failed`, `slow` (stopped, as it was far
   * behind), or `absent` from this browser.
   */
  readonly verdict: 'agrees' | 'differs' | 'failed' | 'slow' | 'absent';
  /** Null where nothing ran. */
  readonly loadMilliseconds: number | null;
  /** Of an embedding model passages a second, of a reranker pairs; null where nothing ran. */
  readonly perSecond: number | null;
  /** WASM threads; 1 for a GPU. */
  readonly threads: number;
  /**
   * The furthest from WASM: of vectors 1 − cosine, of logits the difference as a share of their range. Null where nothing
   * ran.
   */
  readonly apart: number | null;
  /** Why it failed; null where it did not. As a sentence where an earlier version kept it, or where it is a bug's. */
  readonly reason: ExpectedProblem | string | null;
}

/** What a model makes of a question, a passage that answers it, and passages that do not. */
export interface KnownPair {
  readonly language: string;
  readonly question: string;
  readonly answer: string;
  /** Cosines or logits. */
  readonly answerScore: number;
  /** The best of the passages that answer something else. */
  readonly otherScore: number;
}

/** A check of one way of reading an embedding model, as with another pooling. */
export interface ReadingCheck {
  /** In words where an earlier version kept it. */
  readonly reading: TriedReading | string;
  /** Whether it is how the model is read now. */
  readonly current: boolean;
  /** Pairs of which the answer scores highest. */
  readonly right: number;
  /** Mean of the differences between answer and best other, in standard deviations of all scores. */
  readonly margin: number;
}

/** A way of reading an embedding model. */
export interface TriedReading {
  readonly pooling: Pooling;
  readonly prefixed: boolean;
}

/** What the known pairs say against how a model is read. */
export interface TrialData {
  'few-right': { right: number; of: number };
  'answers-last': null;
  'better-reading': { reading: TriedReading; right: number; own: { reading: TriedReading; right: number } };
}

export type TrialWarning = Problem<TrialData>;

/** What was measured of a model on this machine. */
export interface ModelTrial {
  readonly model: string;
  readonly revision: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Browser, processors, threads and GPU: measured anew where another. */
  readonly machine: string;
  readonly devices: readonly DeviceFigure[];
  /** The fastest that agrees. */
  readonly chosen: Device;
  readonly pairs: readonly KnownPair[];
  /** Other ways to read the model; empty for those that have one. */
  readonly checks: readonly ReadingCheck[];
  /** What speaks against how the model is read; sentences where an earlier version kept them. */
  readonly warnings: readonly (TrialWarning | string)[];
}

/** A part of the built site that others made, or that stands under a licence of its own. */
export interface Notice {
  readonly name: string;
  /** Empty where it has none, as a sample. */
  readonly version: string;
  /** An SPDX expression, as `MIT` or `(MIT OR GPL-3.0-or-later)`. */
  readonly licence: string;
  readonly kind: 'library' | 'data' | 'machine-learning-model';
  /** Where it is, in words: in which files, or within which other part. */
  readonly where: string;
  /** The whole licence, with the copyright. */
  readonly text: string;
}
