import type { EmbeddedBatch, LoadedModel, ModelRequest } from './encoder';

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

export interface RerankerApi {
  load(input: ModelRequest): Promise<LoadedModel>;
  /** Scores the passages for one question. */
  score(input: ModelRequest & { query: string; passages: readonly string[] }): Promise<ScoredPairs>;
}
