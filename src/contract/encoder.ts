import type { Device } from '../domain/spec/retrievers';
import type { Span } from '../domain/types';

/** What a model worker needs to load a model. */
export interface ModelRequest {
  /** Root-relative path of the folder that holds models, ending in a slash. */
  readonly folder: string;
  readonly model: string;
  readonly device: Device;
  readonly maxTokens: number;
}

/** What was loaded, and on what it runs. */
export interface LoadedModel {
  readonly device: Device;
  /** WASM threads; 1 where the page is not cross-origin isolated. */
  readonly threads: number;
  readonly milliseconds: number;
}

export interface EmbeddedBatch {
  /** Row-major, one row a text, each of length 1. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  /** Tokens of each text before it was cut to the model's length. */
  readonly tokens: Uint32Array;
  readonly milliseconds: number;
}

export interface EncoderApi {
  load(input: ModelRequest): Promise<LoadedModel>;
  embed(input: ModelRequest & { readonly texts: readonly string[] }): Promise<EmbeddedBatch>;

  /**
   * Embeds parts of a text that is read as a whole ("late chunking", Günther et al. 2024): the vector of a part is the mean
   * of the vectors of its tokens, scaled to length 1. A text that is longer than the model takes is read in windows that
   * overlap by half, and each token has its vector from the window in which it stands nearest to the middle.
   *
   * @param input.spans of the text; `tokens` are those of each of them, and a span without any has a row of zeros
   * @throws {HitrateError} `model-unavailable` where the model gives no vectors of tokens
   */
  embedSpans(input: ModelRequest & { readonly text: string; readonly spans: readonly Span[] }): Promise<EmbeddedBatch>;

  /** Tokens of each text, special ones not counted. Loads the tokenizer alone. */
  countTokens(input: ModelRequest & { readonly texts: readonly string[] }): Promise<Uint32Array>;
}
