import type { Problem } from '../base/problem';
import type { Device, ModelCard, ModelConfiguration } from '../domain/models/configuration';
import type { ModelOffer, RefusedRepository, RepositoryFile } from '../domain/models/repository';
import type { DownloadRemark, ExpectedProblem } from './errors';

export type ModelOrigin =
  | {
      readonly kind: 'hub';
      /** `https://huggingface.co`, or a mirror. */
      readonly host: string;
      readonly repository: string;
      readonly revision: string;
      /** The commit that it was then; null where the host does not say. */
      readonly commit: string | null;
    }
  | { readonly kind: 'disk'; readonly name: string };

export interface StoredFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A model that the user added. It is here only when all of its files are. */
export interface StoredModel {
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

export interface DiskOffer {
  readonly name: string;
  readonly files: readonly RepositoryFile[];
  readonly offer: ModelOffer | RefusedRepository;
}

export interface RepositoryListing {
  /** Origin of the host, as `https://huggingface.co`. */
  readonly host: string;
  readonly repository: string;
  /** As it was asked for. */
  readonly revision: string;
  /** What that was then; null where the host does not give it. All that is fetched later is of this commit. */
  readonly commit: string | null;
  readonly files: readonly RepositoryFile[];
  /** Listed by the host, or found by asking for the files that such repositories have, on a mirror without listings. */
  readonly from: 'api' | 'probe';
}

export interface RepositoryLook extends RepositoryListing {
  readonly offer: ModelOffer | RefusedRepository;
}

export interface ModelChoice {
  readonly name: string;
  readonly reading: ModelConfiguration;
  readonly offer: ModelOffer;
}

export interface ModelProgress {
  readonly path: string;
  readonly done: number;
  readonly bytes: number;
}

export interface DownloadStep extends ModelProgress {
  /** Bytes that are kept, with those of earlier downloads. */
  readonly fileDone: number;
  readonly fileBytes: number;
}

export interface DownloadContext {
  readonly signal: AbortSignal;
  readonly progress: (step: DownloadStep) => void;
  readonly remark?: (remark: DownloadRemark) => void;
}

export interface PartialDownload {
  readonly id: string;
  readonly origin: ModelOrigin;
  readonly choice: ModelChoice;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly done: number }[];
  readonly done: number;
  readonly bytes: number;
}

export interface ModelsPort {
  cards(): Promise<ModelCard[]>;
  /** Those that were added, oldest first. */
  stored(): Promise<StoredModel[]>;
  remove(id: string): Promise<void>;
  /**
   * Changes the model's configuration. What a spec does not say of it (layers, logits) is in the model's revision, which is
   * another then; pooling, scaling, prefixes and length are in specs.
   */
  reread(id: string, reading: ModelConfiguration): Promise<StoredModel>;
  onChange(listener: () => void): () => void;
}

export interface DeviceFigure {
  readonly device: Device;
  /** `agrees` with WASM; `differs` beyond rounding; `failed`; `slow`: stopped, far behind; `absent` from browser. */
  readonly verdict: 'agrees' | 'differs' | 'failed' | 'slow' | 'absent';
  /** Null where nothing ran. */
  readonly loadMilliseconds: number | null;
  /** Of an embedding model passages a second, of a reranker pairs; null where nothing ran. */
  readonly perSecond: number | null;
  /** WASM threads; 1 for a GPU. */
  readonly threads: number;
  /** Furthest from WASM: of vectors 1 − cosine, of logits the difference over their range; null where nothing ran. */
  readonly apart: number | null;
  /** Why it failed. A sentence where an earlier version stored it, or where it is a bug's. */
  readonly reason: ExpectedProblem | string | null;
}

export interface KnownPair {
  readonly language: string;
  readonly question: string;
  readonly answer: string;
  /** Cosines or logits. */
  readonly answerScore: number;
  readonly otherScore: number;
}

export interface TrialData {
  'few-right': { right: number; of: number };
  'answers-last': null;
}

export type TrialWarning = Problem<TrialData>;

export interface ModelTrial {
  readonly model: string;
  readonly revision: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Browser, processors, threads and GPU: measured anew where another. */
  readonly machine: string;
  readonly devices: readonly DeviceFigure[];
  readonly chosen: Device;
  readonly pairs: readonly KnownPair[];
  /** Sentences where an earlier version stored them. */
  readonly warnings: readonly (TrialWarning | string)[];
}

/** A part of the built site that others made, or that has a licence of its own. */
export interface Notice {
  readonly name: string;
  /** Empty where it has none, as a sample. */
  readonly version: string;
  /** An SPDX expression, as `MIT` or `(MIT OR GPL-3.0-or-later)`. */
  readonly licence: string;
  readonly kind: 'library' | 'data' | 'machine-learning-model';
  readonly where: string;
  readonly text: string;
}
