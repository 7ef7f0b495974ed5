import * as v from 'valibot';

/**
 * How an added model is read: its weights file, and how input and output are processed. Wrong pooling or a missing
 * prefix gives plausible but wrong numbers, so all of it is shown before use and part of the cache key of results.
 */

export type ModelTask = 'embedding' | 'reranking' | 'generation';

/** Number formats of weights, by the names of transformers.js; `q8` is what files call `quantized`. */
export type Dtype = 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | 'q4f16' | 'bnb4';

/**
 * How token vectors become one, by sentence-transformers' names. `graph`: the network gives one vector per text
 * (`sentence_embedding`, or its only two-dimensional output, as in static models).
 */
export const POOLINGS = ['graph', 'mean', 'cls', 'last-token', 'max', 'mean-sqrt-length', 'weighted-mean'] as const;
export type Pooling = (typeof POOLINGS)[number];

/** The file of the weights, by its path in the repository, and those beside it that hold the numbers of large ones. */
export interface Weights {
  readonly path: string;
  readonly dtype: Dtype;
  /** Paths in the repository. */
  readonly externalData: readonly string[];
}

/** After pooling and outside the graph, as sentence-transformers' `2_Dense`. */
export interface DenseLayer {
  /** Path of `model.safetensors` in the repository. */
  readonly path: string;
  readonly inFeatures: number;
  readonly outFeatures: number;
  readonly bias: boolean;
  readonly activation: 'identity' | 'tanh' | 'relu' | 'gelu' | 'sigmoid';
}

export interface EmbeddingConfiguration {
  readonly task: 'embedding';
  readonly weights: Weights;
  readonly pooling: Pooling;
  readonly normalise: boolean;
  /** After pooling, in this order; a graph that pools has them inside, and none is applied to its vectors. */
  readonly dense: readonly DenseLayer[];
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  readonly maxTokens: number;
  /** Tokens are handed over as one flat list with offsets, as Model2Vec's graphs want it. */
  readonly flat: boolean;
}

export interface RerankingConfiguration {
  readonly task: 'reranking';
  readonly weights: Weights;
  /** `only`: the one logit. `difference`: of two, the relevant label's logit (at `relevant`) minus the other's. */
  readonly logit: 'only' | 'difference';
  readonly relevant: 0 | 1;
  readonly maxTokens: number;
}

export type ModelConfiguration =
  | EmbeddingConfiguration
  | RerankingConfiguration
  | { readonly task: 'generation'; readonly weights: Weights; readonly maxTokens: number };

/** `wasm`: all CPU threads; `wasm-single`: one thread, as without cross-origin isolation; `webgpu`: GPU. */
export const deviceSchema = v.picklist(['wasm', 'wasm-single', 'webgpu']);

export type Device = v.InferOutput<typeof deviceSchema>;

export const DEVICE_NAMES: Readonly<Record<Device, string>> = {
  wasm: 'WASM with threads',
  'wasm-single': 'WASM, one thread',
  webgpu: 'WebGPU',
};

export interface ModelCard {
  readonly id: string;
  readonly task: ModelTask;
  readonly name: string;
  /** SHA-256 of the weights and the tokenizer, and of how they are read: another hash is another model. */
  readonly revision: string;
  readonly maxTokens: number;
  readonly dimensions: number | null;
  /** The α that was chosen for a reranker on development collections; null for all others. */
  readonly interpolation: number | null;
  readonly bytes: number;
  readonly languages: readonly string[];
  /** Whether an embedding model gives vectors of tokens, which late chunking pools; false where absent. */
  readonly tokenVectors?: boolean;
  /** How a model that was added is read; absent for a bundled one. */
  readonly reading?: ModelConfiguration;
  /** What is chosen where the device is left to a measurement; absent where nothing was measured. */
  readonly device?: Device;
}
