import type { ModelConfiguration, Pooling, RerankingConfiguration, Weights } from './configuration';
import type { ModelOffer } from './repository';

export interface ReadingOverrides {
  readonly pooling?: Pooling;
  readonly normalise?: boolean;
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  readonly maxTokens?: number;
  readonly logit?: RerankingConfiguration['logit'];
  readonly relevant?: RerankingConfiguration['relevant'];
}

/** What was found, overridden by what a person decided. @param chosen index of the weights in the offer */
export function readingOf(offer: ModelOffer, chosen = 0, overrides: ReadingOverrides = {}): ModelConfiguration {
  const found = offer.weights[chosen];
  if (!found) throw new RangeError(`There are ${offer.weights.length} files of weights, and none at ${chosen}`);
  const weights = { path: found.path, dtype: found.dtype, externalData: found.externalData };
  return withOverrides(foundReading(offer, weights), overrides);
}

function foundReading(offer: ModelOffer, weights: Weights): ModelConfiguration {
  const { embedding, reranking } = offer;
  const maxTokens = offer.maxTokens.value;
  if (embedding)
    return {
      task: 'embedding',
      weights,
      pooling: embedding.pooling.value,
      normalise: embedding.normalise.value,
      dense: embedding.dense,
      queryPrefix: embedding.queryPrefix.value,
      passagePrefix: embedding.passagePrefix.value,
      maxTokens,
      flat: embedding.flat,
    };
  if (reranking)
    return {
      task: 'reranking',
      weights,
      logit: reranking.logit.value,
      relevant: reranking.relevant.value,
      maxTokens,
    };
  return { task: 'generation', weights, maxTokens };
}

export const withOverrides = (reading: ModelConfiguration, overrides: ReadingOverrides): ModelConfiguration => ({
  ...reading,
  ...Object.fromEntries(Object.entries(overrides).filter(([field, value]) => field in reading && value !== undefined)),
});

/** All files that a model so configured needs, each once, in order. */
export function filesOf(offer: ModelOffer, { weights, ...reading }: ModelConfiguration): readonly string[] {
  const dense = reading.task === 'embedding' ? reading.dense.map(({ path }) => path) : [];
  return [...new Set([...offer.common, weights.path, ...weights.externalData, ...dense])].sort();
}
