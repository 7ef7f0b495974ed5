import type { Device, ModelCard, ModelConfiguration } from '../domain/models/configuration';
import type { ModelOffer, RefusedRepository, RepositoryFile } from '../domain/models/repository';
import type { ExpectedProblem } from './errors';

export type ModelOrigin =
  | ({ readonly kind: 'hub' } & Omit<RepositoryListing, 'files'>)
  | { readonly kind: 'disk'; readonly name: string };

export interface StoredFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface StoredModel extends Pick<ModelCard, 'id' | 'name' | 'dimensions' | 'languages' | 'revision'> {
  readonly origin: ModelOrigin;
  readonly addedAt: number;
  readonly files: readonly StoredFile[];
  readonly reading: ModelConfiguration;
  readonly licence: string | null;
  readonly matryoshka: readonly number[];
}

export interface DiskOffer {
  readonly name: string;
  readonly files: readonly RepositoryFile[];
  readonly offer: ModelOffer | RefusedRepository;
}

export interface RepositoryListing {
  readonly host: string;
  readonly repository: string;
  readonly revision: string;
  readonly commit: string | null;
  readonly files: readonly RepositoryFile[];
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
  readonly fileDone: number;
  readonly fileBytes: number;
}

export interface DownloadContext {
  readonly signal: AbortSignal;
  readonly progress: (step: DownloadStep) => void;
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
  readonly cards: () => Promise<ModelCard[]>;
  /** Those that were added, oldest first. */
  readonly stored: () => Promise<StoredModel[]>;
  readonly remove: (id: string) => Promise<void>;
  /** Calls back whenever a model was added or deleted, in whatever page. @returns ends it */
  readonly onChange: (listener: () => void) => () => void;
}

export interface DeviceFigure {
  readonly device: Device;
  /** `agrees` with WASM; `differs` beyond rounding; `failed`; `slow`: stopped, far behind; `absent` from browser. */
  readonly verdict: 'agrees' | 'differs' | 'failed' | 'slow' | 'absent';
  readonly loadMilliseconds: number | null;
  readonly perSecond: number | null;
  readonly threads: number;
  /** Furthest from WASM: of vectors 1 − cosine, of logits the difference over their range; null where nothing ran. */
  readonly apart: number | null;
  readonly reason: ExpectedProblem | string | null;
}

/** Earlier versions kept known questions and answers with it. */
export interface ModelTrial {
  readonly model: string;
  readonly revision: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Browser, processors, threads and GPU: measured anew where another. */
  readonly machine: string;
  readonly devices: readonly DeviceFigure[];
  readonly chosen: Device;
}

export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly kind: 'library' | 'data' | 'machine-learning-model';
  readonly where: string;
  readonly text: string;
}
