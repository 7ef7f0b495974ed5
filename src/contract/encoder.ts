import type { ModelConfiguration } from '../domain/models/configuration';
import type { Device } from '../domain/models/device';
import type { Span } from '../base/types';

/** What a model worker needs to load a model. */
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

/** What was loaded, and on what it runs. */
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
  /** What went wrong on the way and was mended, in sentences: memory that ran out, a GPU that was lost. */
  readonly remarks: readonly string[];
}

export interface EncoderApi {
  load(input: ModelRequest): Promise<LoadedModel>;
  embed(input: ModelRequest & { readonly texts: readonly string[] }): Promise<EmbeddedBatch>;

  /**
   * Embeds parts of a text that is read as a whole ("late chunking", Günther et al. 2024): the vector of a part is the mean
   * of the vectors of its tokens, scaled as the model's vectors are. A text that is longer than the model takes is read in windows that
   * overlap by half, and each token has its vector from the window in which it stands nearest to the middle.
   *
   * @param input.spans of the text; `tokens` are those of each of them, and a span without any has a row of zeros
   * @throws {HitrateError} `model-unavailable` where the model gives no vectors of tokens
   */
  embedSpans(input: ModelRequest & { readonly text: string; readonly spans: readonly Span[] }): Promise<EmbeddedBatch>;

  /** Tokens of each text, special ones not counted. Loads the tokenizer alone. */
  countTokens(input: ModelRequest & { readonly texts: readonly string[] }): Promise<Uint32Array>;
}
