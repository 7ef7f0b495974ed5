import * as v from 'valibot';
import type { AttentionFact } from './graph/operators';
import type { ModelConfiguration, ModelTask } from './configuration';

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
  readonly attention?: AttentionFact;
  /** How a model that was added is read; absent for a bundled one. */
  readonly reading?: ModelConfiguration;
  /** What is chosen where the device is left to a measurement; absent where nothing was measured. */
  readonly device?: Device;
}
