import type { Problem } from '../../base/problem';
import type {
  Dtype,
  DenseLayer,
  ModelConfiguration,
  ModelTask,
  Pooling,
  RerankingConfiguration,
  Weights,
} from './configuration';

export interface RefusalData {
  'files-missing': { paths: readonly string[] };
  /** Not the files themselves: pointers of Git LFS, or no JSON. */
  'files-damaged': { paths: readonly string[] };
  /** `others` are the weights that it has, which cannot be loaded here. */
  'weights-missing': { others: readonly string[] };
  'other-model': { named: string };
  /** A step between the tokens and the vector that is not done here. */
  'step-unknown': { step: string };
  /** Folders with a `config.json`, among the files that were picked: none, or several. */
  'no-repository': { folders: readonly string[] };
}

export interface CautionData {
  assumed: { of: 'task' | 'pooling' | 'prefix' | 'labels' };
  'family-differs': {
    of: 'pooling' | 'query' | 'passage';
    path: string;
    stated: string;
    family: string;
    usual: string;
  };
  /** It takes more tokens than are read here. */
  limited: { tokens: number; used: number };
  'not-commercial': { licence: string };
  /** Something that its makers do and that is not done here, which moves its vectors. */
  'not-as-made': { what: 'dense' | 'poolings' | 'prefix-pooled' | 'nomic-layer-norm' | 'gemma-half-precision' };
}

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
  /** `stated` by the repository, known of the `family`, or `assumed` because nothing says it. */
  readonly certainty: 'stated' | 'family' | 'assumed';
  /** A file, with what it names in brackets (`config.json (BertModel)`); the family's name; empty where assumed. */
  readonly from: string;
}

export const stated = <T>(value: T, from: string): Finding<T> => ({ value, from, certainty: 'stated' });

export const assumed = <T>(value: T): Finding<T> => ({ value, from: '', certainty: 'assumed' });

export interface ModelOffer {
  readonly task: Finding<ModelTask>;
  /** Preferred first; bytes with those of external data. */
  readonly weights: readonly (Weights & { readonly bytes: number })[];
  /** Paths that are needed whatever weights are chosen. */
  readonly common: readonly string[];
  readonly maxTokens: Finding<number>;
  /** Of vectors; null where it is no embedding model. */
  readonly dimensions: Finding<number> | null;
  readonly languages: readonly string[];
  readonly licence: string | null;
  /** As `E5`. */
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

/** What a machine has for models: no GPU, one that computes with 32 bits, or one that computes with 16 too. */
export type Graphics = 'none' | 'full' | 'half';

/** Larger weights are taken only where a person chooses them: a page may be given no room for them. */
const MOST_BYTES = 1.5e9;

/**
 * The offer with weights that suit a GPU first: there a processor still computes what 8 bits need. A network of 6 layers read
 * 553 passages a second with 32 bits and 7 with 8 (WebGPU, NVIDIA H200). Models that write were not measured.
 */
export function offerFor<Offer extends ModelOffer | RefusedRepository>(offer: Offer, graphics: Graphics): Offer {
  if ('problems' in offer || graphics === 'none' || offer.task.value === 'generation') return offer;
  const suited: readonly Dtype[] = graphics === 'half' ? ['fp32', 'fp16'] : ['fp32'];
  const suits = ({ dtype, bytes }: ModelOffer['weights'][number]): boolean =>
    suited.includes(dtype) && bytes <= MOST_BYTES;
  return { ...offer, weights: [...offer.weights].sort((a, b) => Number(suits(b)) - Number(suits(a))) };
}

/** What was found, with the weights of that index in the offer. */
export function readingOf(
  { weights: all, maxTokens, embedding, reranking }: ModelOffer,
  chosen = 0,
): ModelConfiguration {
  const { path, dtype, externalData } = all[chosen]!;
  const common = { weights: { path, dtype, externalData }, maxTokens: maxTokens.value };
  if (embedding) {
    const { pooling, normalise, dense, queryPrefix, passagePrefix, flat } = embedding;
    return {
      task: 'embedding',
      ...common,
      pooling: pooling.value,
      normalise: normalise.value,
      dense,
      queryPrefix: queryPrefix.value,
      passagePrefix: passagePrefix.value,
      flat,
    };
  }
  if (!reranking) return { task: 'generation', ...common };
  return { task: 'reranking', ...common, logit: reranking.logit.value, relevant: reranking.relevant.value };
}

export const withOverrides = (reading: ModelConfiguration, overrides: ReadingOverrides): ModelConfiguration => ({
  ...reading,
  ...Object.fromEntries(Object.entries(overrides).filter(([field, value]) => field in reading && value !== undefined)),
});

export function filesOf(offer: ModelOffer, { weights, ...reading }: ModelConfiguration): readonly string[] {
  const dense = reading.task === 'embedding' ? reading.dense.map(({ path }) => path) : [];
  return [...new Set([...offer.common, weights.path, ...weights.externalData, ...dense])].sort();
}
