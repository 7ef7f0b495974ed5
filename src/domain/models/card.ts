import type { AttentionFact } from './graph/attention';
import type { Device } from './device';
import type { ModelConfiguration, ModelTask } from './configuration';

export interface ModelCard {
  /** Of a bundled model a plain name; of one that was added its repository, commit and dtype. */
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
  /** Of a bundled model, as its file has it. */
  readonly attention?: AttentionFact;
  /** How a model that was added is read; absent for a bundled one. */
  readonly reading?: ModelConfiguration;
  /** What is chosen where the device is left to a measurement; absent where nothing was measured. */
  readonly device?: Device;
}
