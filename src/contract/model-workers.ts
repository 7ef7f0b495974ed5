import type { Span } from '../base/types';
import type { Device, ModelConfiguration } from '../domain/models/configuration';
import type { Remark } from './result';

export interface ModelRequest {
  readonly folder: string;
  readonly model: string;
  readonly device: Device;
  readonly maxTokens: number;
  readonly revision: string;
  readonly reading?: ModelConfiguration;
}

export interface LoadedModel {
  readonly model: string;
  readonly device: Device;
  readonly threads: number;
  readonly milliseconds: number;
}

export interface EmbeddedBatch {
  /** Row-major, one row a text: of length 1, unless the model is read otherwise. A text without a token may have zeros. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  readonly tokens: Uint32Array;
  readonly milliseconds: number;
  readonly remarks: readonly Remark[];
}

export interface EmbeddedSome extends Omit<EmbeddedBatch, 'remarks'> {
  readonly places: Uint32Array;
}

export interface EncoderApi {
  load(input: ModelRequest): Promise<LoadedModel>;
  embed(input: ModelRequest & { texts: readonly string[] }): Promise<EmbeddedBatch>;

  /** Texts of like length are read together, the longest first. @returns what was recovered from */
  embedEach(
    input: ModelRequest & { texts: readonly string[] },
    embedded: (some: EmbeddedSome) => Promise<void> | void,
  ): Promise<EmbeddedBatch['remarks']>;

  /**
   * Means of token vectors of a part, of a text read whole ("late chunking", Günther et al. 2024), or in windows that
   * overlap by half. A span without tokens has zeros. @throws {HitrateError} `model-unavailable` without token vectors
   */
  embedSpans(input: ModelRequest & { text: string; spans: readonly Span[] }): Promise<EmbeddedBatch>;

  countTokens(input: ModelRequest & { texts: readonly string[] }): Promise<Uint32Array>;
}

export interface ScoredPairs {
  readonly logits: Float32Array;
  /** Tokens of each pair, however long. */
  readonly tokens: Uint32Array;
  /** 1 for each pair of which something was not read: the end of a very long question or passage. */
  readonly truncated: Uint8Array;
  readonly milliseconds: number;
  readonly remarks: EmbeddedBatch['remarks'];
}

export interface AskedPassages {
  readonly query: string;
  readonly passages: readonly string[];
}

export interface RerankerApi {
  load(input: ModelRequest): Promise<LoadedModel>;

  score(input: ModelRequest & AskedPassages & { anew?: boolean }): Promise<ScoredPairs>;

  /** Pairs of several questions, in their order: pairs of like length are read together, whoever asked. May be called again at once. */
  scoreAll(input: ModelRequest & { asked: readonly AskedPassages[] }): Promise<ScoredPairs>;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface GeneratedText {
  readonly text: string;
  readonly promptTokens: number;
  readonly newTokens: number;
  readonly tooLong: boolean;
  readonly cut: boolean;
  readonly milliseconds: number;
}

export interface GeneratorApi {
  load(input: ModelRequest): Promise<LoadedModel>;
  generate(
    input: ModelRequest & { messages: readonly ChatMessage[]; maxNewTokens: number },
    written: (text: string) => void,
  ): Promise<GeneratedText>;
}

const PAGE = 65_536;

const MOST_PAGES = 65_536;

export const VECTORS_AT = 64;

export const createSharedMemory = (bytes: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE)), maximum: MOST_PAGES, shared: true });

/** Lets a memory have so many bytes at least. @throws {RangeError} where there is no more */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
