import type { Problem } from '../../base/problem';
import type {
  DenseLayer,
  ModelConfiguration,
  ModelTask,
  Pooling,
  RerankingConfiguration,
  Weights,
} from './configuration';

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
  'files-missing': { paths: readonly string[] };
  'other-task': { does: OtherTask };
  'module-unknown': { kind: string };
  /** A dense layer after pooling that is not in the repository, or not in a way that is read here. */
  'dense-unread': { folder: string };
  'dense-unfit': { path: string; takes: number; from: Origin; has: number };
  'poolings-joined': { path: string; poolings: readonly Pooling[] };
  'weights-missing': { others: readonly string[]; task: ModelTask };
  pointers: { paths: readonly string[] };
  /** Among the files that were picked there is no `config.json` … */
  'no-repository': { files: number };
  /** … or one in each of several folders. */
  'many-repositories': { folders: readonly string[] };
}

export interface CautionData {
  'task-assumed': null;
  'family-differs': {
    of: 'pooling' | 'query' | 'passage';
    path: Origin;
    stated: string;
    family: Origin;
    usual: string;
  };
  'dense-unlisted': { family: Origin };
  'pooling-assumed': null;
  'poolings-several': { path: string };
  'prefix-not-pooled': { path: string; pooling: Pooling };
  'prefix-assumed': null;
  'labels-assumed': { labels: readonly string[] };
  'not-commercial': { licence: string };
  'some-pointers': { paths: readonly string[] };
  'nomic-layer-norm': null;
  'gemma-half-precision': null;
}

export type OtherTask =
  | 'many-vectors'
  | 'sparse-vectors'
  | 'labels-words'
  | 'many-classes'
  | 'writes-relevance'
  | 'wants-task'
  | 'marks-answers'
  | 'chooses'
  | 'two-networks'
  | 'images'
  | 'sound';

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

export interface ReadingOverrides {
  readonly pooling?: Pooling;
  readonly normalise?: boolean;
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  readonly maxTokens?: number;
  readonly logit?: RerankingConfiguration['logit'];
  readonly relevant?: RerankingConfiguration['relevant'];
}

/** What was found, overridden by what a person decided. @param chosen index of the weights in the offer */
export function readingOf(offer: ModelOffer, chosen = 0, overrides: ReadingOverrides = {}): ModelConfiguration {
  const found = offer.weights[chosen];
  if (!found) throw new RangeError(`There are ${offer.weights.length} files of weights, and none at ${chosen}`);
  const weights = { path: found.path, dtype: found.dtype, externalData: found.externalData };
  return withOverrides(foundReading(offer, weights), overrides);
}

function foundReading(offer: ModelOffer, weights: Weights): ModelConfiguration {
  const { embedding, reranking } = offer;
  const maxTokens = offer.maxTokens.value;
  if (embedding)
    return {
      task: 'embedding',
      weights,
      pooling: embedding.pooling.value,
      normalise: embedding.normalise.value,
      dense: embedding.dense,
      queryPrefix: embedding.queryPrefix.value,
      passagePrefix: embedding.passagePrefix.value,
      maxTokens,
      flat: embedding.flat,
    };
  if (reranking)
    return {
      task: 'reranking',
      weights,
      logit: reranking.logit.value,
      relevant: reranking.relevant.value,
      maxTokens,
    };
  return { task: 'generation', weights, maxTokens };
}

export const withOverrides = (reading: ModelConfiguration, overrides: ReadingOverrides): ModelConfiguration => ({
  ...reading,
  ...Object.fromEntries(Object.entries(overrides).filter(([field, value]) => field in reading && value !== undefined)),
});

export function filesOf(offer: ModelOffer, { weights, ...reading }: ModelConfiguration): readonly string[] {
  const dense = reading.task === 'embedding' ? reading.dense.map(({ path }) => path) : [];
  return [...new Set([...offer.common, weights.path, ...weights.externalData, ...dense])].sort();
}
