import { AutoModelForSequenceClassification, AutoTokenizer, type Tensor } from '@xenova/transformers';
import type { RerankerApi, ScoredPairs } from '../../contract/reranker';
import { tokenBatch } from './batch';
import { modelSlot } from './runtime';

/** A cross-encoder with one logit: how well a passage answers a question. */
export function createReranker(): RerankerApi {
  const slot = modelSlot(async ({ model, device }) => ({
    tokenizer: await AutoTokenizer.from_pretrained(model),
    network: await AutoModelForSequenceClassification.from_pretrained(model, { dtype: 'q8', device }),
  }));

  return {
    load: async (request) => (await slot(request)).info,

    async score(request): Promise<ScoredPairs> {
      const { model } = await slot(request);
      const began = performance.now();
      const questions = request.passages.map(() => request.query);
      const { inputs, tokens } = tokenBatch(model.tokenizer, questions, request.maxTokens, request.passages);
      const { logits } = (await model.network(inputs)) as { logits: Tensor };
      if (logits.dims[1] !== 1)
        throw new Error(`${request.model} gives ${logits.dims[1]} logits where one is expected`);
      return {
        logits: Float32Array.from(logits.data as Float32Array),
        tokens,
        milliseconds: performance.now() - began,
      };
    },
  };
}
