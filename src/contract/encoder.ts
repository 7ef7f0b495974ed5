import type { Device } from '../domain/spec/retrievers';

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
}
