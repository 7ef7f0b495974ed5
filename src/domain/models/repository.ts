import type { Problem } from '../../base/problem';
import type { ModelTask, Pooling, DenseLayer, Weights } from './configuration';

/** Where a finding comes from: a file by its path, with what it names in brackets (`config.json (BertModel)`), or else. */
export type Origin = string | Problem<OriginData>;

export interface OriginData {
  nothing: null;
  /** `file` where not the repository's own name is of the family, but one in that file. */
  family: { name: string; file: string | null; named: string };
  'name-alone': { name: string };
  static: null;
  'labels-unnamed': null;
  'module-absent': { path: string; module: string };
  'prompt-absent': { path: string };
  'more-than-used': { from: Origin; tokens: number; used: number };
}

export interface RefusalData {
  'json-invalid': { path: string };
  'config-missing': null;
  'tokenizer-missing': null;
  'tokenizer-config-missing': null;
  /** Its network takes the number of a task with every text. */
  'task-number': null;
  'other-task': { architecture: string; does: OtherTask };
  'sparse-vectors': null;
  'many-classes': { labels: readonly string[] };
  /** It writes “yes” or “no”, which is not read here. */
  'writes-relevance': null;
  'module-unknown': { kind: string };
  'dense-on-static': null;
  'dense-before-pooling': null;
  'dense-pickled': { folder: string };
  'dense-missing': { path: string };
  'dense-size': { path: string };
  'dense-activation': { path: string; activation: string };
  'dense-unfit': { path: string; takes: number; from: Origin; has: number };
  'poolings-joined': { path: string; poolings: readonly Pooling[] };
  'weights-missing': { others: readonly string[] };
  'weights-parts': { paths: readonly string[]; task: ModelTask };
  'weights-pointers': null;
  'weights-of-processors': null;
  pointers: { paths: readonly string[] };
  /** Among the files that were picked there is no `config.json` … */
  'no-repository': { files: number };
  /** … or one in each of several folders. */
  'many-repositories': { folders: readonly string[] };
}

/** What to know before a model is used. */
export interface CautionData {
  'task-assumed': null;
  'prompt-of-qwen3-reranker': null;
  'classifier-assumed': null;
  'dense-unlisted': { family: Origin };
  'normalise-differs': { stated: boolean; family: Origin };
  'pooling-differs': { path: Origin; stated: Pooling; family: Origin; usual: Pooling };
  'pooling-assumed': null;
  'pooling-absent': { path: string };
  'pooling-unknown': { path: string };
  'poolings-several': {
    path: string;
    others: readonly { readonly poolings: readonly Pooling[]; readonly path: string; readonly key: string | null }[];
  };
  'prefix-not-pooled': { path: string; pooling: Pooling };
  'prefix-differs': { before: 'questions' | 'passages'; path: string; stated: string; family: Origin; usual: string };
  'prefix-assumed': null;
  'labels-of-moods': { labels: readonly string[] };
  'labels-assumed': { labels: readonly string[] };
  'length-assumed': { tokens: number };
  'length-beyond-positions': { from: Origin; tokens: number; positions: number };
  'length-limited': { tokens: number; used: number };
  'family-differs': { name: string; family: Origin };
  'not-commercial': { licence: string };
  'some-of-processors': { paths: readonly string[] };
  'some-pointers': { paths: readonly string[] };
  'nomic-layer-norm': null;
  'gemma-half-precision': null;
  'noinstruct-pooling': null;
}

export type OtherTask =
  'many-vectors' | 'labels-words' | 'marks-answers' | 'chooses' | 'two-networks' | 'images' | 'sound';

export type Refusal = Problem<RefusalData>;
export type Caution = Problem<CautionData>;

export class Remarks {
  readonly problems: Refusal[] = [];
  readonly warnings: Caution[] = [];

  refuse<Code extends keyof RefusalData>(code: Code, data: RefusalData[Code]): null {
    this.problems.push({ code, data } as Refusal);
    return null;
  }

  warn<Code extends keyof CautionData>(code: Code, data: CautionData[Code]): void {
    this.warnings.push({ code, data } as Caution);
  }
}

export interface RepositoryFile {
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
