import type { DenseLayer, ModelTask, Pooling, Weights } from './configuration';
import type { Caution, Origin, Refusal } from './remarks';

export interface RepositoryFile {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal, where the host gives it: of large files the SHA-256 … */
  readonly sha256?: string;
  /** … and of small ones the SHA-1 of git's blob. */
  readonly gitBlob?: string;
}

export interface Finding<T> {
  readonly value: T;
  readonly from: Origin;
  /** `stated` by the repository, known of the `family`, or `assumed` because nothing says it. */
  readonly certainty: 'stated' | 'family' | 'assumed';
}

export const stated = <T>(value: T, from: Origin): Finding<T> => ({ value, from, certainty: 'stated' });

export const assumed = <T>(value: T): Finding<T> => ({
  value,
  from: { code: 'nothing', data: null },
  certainty: 'assumed',
});

/** What a repository offers, before a person has chosen a file of weights and confirmed how it is read. */
export interface ModelOffer {
  readonly task: Finding<ModelTask>;
  /** Files of weights that can be loaded, the one to take first. Sizes are those of the file and its external data. */
  readonly weights: readonly (Weights & { readonly bytes: number })[];
  /** Files that are needed whatever weights are chosen: configuration and tokenizer. */
  readonly common: readonly string[];
  readonly maxTokens: Finding<number>;
  /** Of vectors; null where it is no embedding model. */
  readonly dimensions: Finding<number> | null;
  readonly languages: readonly string[];
  readonly licence: string | null;
  /** As `E5`; null where the name and the configuration are of no family that is known. */
  readonly family: string | null;
  readonly embedding: EmbeddingOffer | null;
  readonly reranking: RerankingOffer | null;
  /** What to know before using it. */
  readonly warnings: readonly Caution[];
}

export interface EmbeddingOffer {
  readonly pooling: Finding<Pooling>;
  readonly normalise: Finding<boolean>;
  readonly dense: readonly DenseLayer[];
  readonly queryPrefix: Finding<string>;
  readonly passagePrefix: Finding<string>;
  readonly flat: boolean;
  /** Shorter lengths that the model was trained for; empty where none are known. */
  readonly matryoshka: readonly number[];
}

export interface RerankingOffer {
  readonly logit: Finding<'only' | 'difference'>;
  readonly relevant: Finding<0 | 1>;
}

export interface RefusedRepository {
  readonly problems: readonly Refusal[];
}
