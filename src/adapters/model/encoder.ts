import { AutoModel, AutoTokenizer, type Tensor } from '@xenova/transformers';
import type { EmbeddedBatch, EncoderApi } from '../../contract/encoder';
import { tokenBatch } from './batch';
import { embedSpans } from './embed-spans';
import { modelSlot } from './runtime';
import { tensors } from './tensors';
import { countTokens } from './token-count';
import { tokenReader } from './token-network';
import { normaliseRows } from './unit-rows';

/** An embedding model whose graph pools by itself (`sentence_embedding`). */
export function createEncoder(): EncoderApi {
  // A slot of its own, so that counting tokens loads no network.
  const tokenizers = modelSlot(({ model }) => AutoTokenizer.from_pretrained(model));
  const slot = modelSlot(async (request) => ({
    tokenizer: (await tokenizers(request)).model,
    network: await AutoModel.from_pretrained(request.model, { dtype: 'q8', device: request.device }),
  }));
  const tokenSlot = modelSlot(async (request) => tokenReader(request, (await slot(request)).model));

  return {
    load: async (request) => (await slot(request)).info,

    async embed(request): Promise<EmbeddedBatch> {
      const { model } = await slot(request);
      const began = performance.now();
      const { inputs, tokens } = tokenBatch(model.tokenizer, request.texts, request.maxTokens);
      const output = (await model.network(tensors(inputs))) as Record<string, Tensor>;
      const pooled = output['sentence_embedding'];
      if (!pooled)
        throw new Error(`${request.model} gives no sentence_embedding, but ${Object.keys(output).join(', ')}`);
      const vectors = Float32Array.from(pooled.data as Float32Array);
      const dimensions = pooled.dims[1]!;
      normaliseRows(vectors, dimensions);
      return { vectors, dimensions, tokens, milliseconds: performance.now() - began };
    },

    async embedSpans(request): Promise<EmbeddedBatch> {
      const { model } = await tokenSlot(request);
      const began = performance.now();
      return { ...(await embedSpans(model, request)), milliseconds: performance.now() - began };
    },

    async countTokens(request): Promise<Uint32Array> {
      return countTokens((await tokenizers(request)).model, request.texts);
    },
  };
}
