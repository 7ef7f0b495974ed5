import type { LoadedModel, ModelRequest } from './encoder';

export interface ScoredPairs {
  /** One relevance logit a passage. */
  readonly logits: Float32Array;
  /** Tokens of each pair before it was cut to the model's length. */
  readonly tokens: Uint32Array;
  readonly milliseconds: number;
}

export interface RerankerApi {
  load(input: ModelRequest): Promise<LoadedModel>;
  /** Scores the passages for one question. */
  score(input: ModelRequest & { query: string; passages: readonly string[] }): Promise<ScoredPairs>;
}
