import type { Span } from '../base/types';
import type { Device, ModelConfiguration } from '../domain/models/configuration';
import type { Remark } from './result';

export interface ModelRequest {
  /** Root-relative path of the folder that holds the bundled models, ending in a slash. */
  readonly folder: string;
  readonly model: string;
  readonly device: Device;
  readonly maxTokens: number;
  /** Hash of files and reading: the same name with another is loaded anew. */
  readonly revision: string;
  /** How a model that was added is read: its files are in the database of models. Absent for a bundled model. */
  readonly reading?: ModelConfiguration;
}

export interface LoadedModel {
  readonly model: string;
  readonly device: Device;
  /** WASM threads; 1 where the page is not cross-origin isolated. */
  readonly threads: number;
  readonly milliseconds: number;
}

export interface EmbeddedBatch {
  /** Row-major, one row a text: of length 1, unless the model is read otherwise. A text without a token may have zeros. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  /** Tokens of each text before it was cut to the model's length: those that the model reads. */
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

  /**
   * Vectors of many texts, batch by batch: texts of like length in tokens are read together, the longest first.
   *
   * @param embedded called with each batch, and waited for
   * @returns what was recovered from
   */
  embedEach(
    input: ModelRequest & { texts: readonly string[] },
    embedded: (some: EmbeddedSome) => Promise<void> | void,
  ): Promise<EmbeddedBatch['remarks']>;

  /**
   * Embeds parts of a text that is read as a whole ("late chunking", Günther et al. 2024): means of the vectors of a
   * part's tokens, scaled as the model's are. A text longer than the model takes is read in windows that overlap by
   * half; each token has its vector from the window in which it is nearest to the middle.
   *
   * @param input.spans of the text; `tokens` are those of each of them, and a span without any has a row of zeros
   * @throws {HitrateError} `model-unavailable` where the model gives no vectors of tokens
   */
  embedSpans(input: ModelRequest & { text: string; spans: readonly Span[] }): Promise<EmbeddedBatch>;

  /** Tokens of each text, special ones not counted. Loads the tokenizer alone. */
  countTokens(input: ModelRequest & { texts: readonly string[] }): Promise<Uint32Array>;
}

export interface ScoredPairs {
  /** One relevance logit a passage: of one that is read in windows, the highest of theirs. */
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

  /** @param input.anew whether nothing that is kept of texts is used, as for a measurement of time */
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
  /** The prompt was longer than the model takes: nothing was generated, and `text` is empty. */
  readonly tooLong: boolean;
  /** The end is missing: the number of tokens was reached. */
  readonly cut: boolean;
  readonly milliseconds: number;
}

/** Greedy, so that the same prompt gives the same text. */
export interface GeneratorApi {
  load(input: ModelRequest): Promise<LoadedModel>;
  /** @param written called with the text so far */
  generate(
    input: ModelRequest & { messages: readonly ChatMessage[]; maxNewTokens: number },
    written: (text: string) => void,
  ): Promise<GeneratedText>;
}

/** Bytes of a page of memory of WebAssembly. */
const PAGE = 65_536;

/** Pages of the 4 GiB that an address of 32 bits reaches: what such a memory may grow to. */
const MOST_PAGES = 65_536;

/** Where the first number lies: address 0 is nowhere, and registers have 128 bits. */
export const VECTORS_AT = 64;

/** A memory that threads share, of so many bytes at least. @throws where this browser gives none, or not as much */
export const createSharedMemory = (bytes: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE)), maximum: MOST_PAGES, shared: true });

/** Lets a memory have so many bytes at least. @throws {RangeError} where there is no more */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
