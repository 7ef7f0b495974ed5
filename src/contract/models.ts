import type { ModelCard } from '../domain/models/card';
import type { ModelConfiguration } from '../domain/models/configuration';
import type { ModelOffer, RefusedRepository, RepositoryFile } from '../domain/models/repository';
import type { SourceFile } from './source-file';

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
