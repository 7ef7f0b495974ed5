import { AutoModelForSequenceClassification, AutoTokenizer, type Tensor } from '@xenova/transformers';
import type { RerankerApi, ScoredPairs } from '../../contract/reranker';
import { pairInputs, pairReader, readPairs } from './pairs';
import { modelSlot } from './runtime';
import { tensors } from './tensors';

/** Rows of a forward pass: a long passage has up to 32 of them, and memory grows with the rows read together. */
const ROWS = 8;

/**
 * A cross-encoder with one logit: how well a passage answers a question. A passage longer than the model takes is read
 * in windows, and is as good as the best of them.
 */
export function createReranker(): RerankerApi {
  const slot = modelSlot(async ({ model, device }) => ({
    reader: pairReader(await AutoTokenizer.from_pretrained(model)),
    network: await AutoModelForSequenceClassification.from_pretrained(model, { dtype: 'q8', device }),
  }));

  return {
    load: async (request) => (await slot(request)).info,

    async score(request): Promise<ScoredPairs> {
      const { model } = await slot(request);
      const began = performance.now();
      const { query, passages, maxTokens } = request;
      const { rows, tokens, truncated } = readPairs(model.reader, query, passages, maxTokens);
      const best = new Float32Array(passages.length).fill(-Infinity);
      for (let at = 0; at < rows.length; at += ROWS) {
        const batch = rows.slice(at, at + ROWS);
        const { logits } = (await model.network(tensors(pairInputs(model.reader, batch)))) as { logits: Tensor };
        if (logits.dims[1] !== 1)
          throw new Error(`${request.model} gives ${logits.dims[1]} logits where one is expected`);
        const values = logits.data as Float32Array;
        batch.forEach(({ pair }, i) => (best[pair] = Math.max(best[pair]!, values[i]!)));
      }
      return { logits: best, tokens, truncated, milliseconds: performance.now() - began };
    },
  };
}
