import { AutoModel, AutoTokenizer, type Tensor } from '@xenova/transformers';
import type { EmbeddedBatch, EncoderApi } from '../../contract/encoder';
import { tokenBatch } from './batch';
import { modelSlot } from './runtime';
import { tensors } from './tensors';

/** An embedding model whose graph pools by itself (`sentence_embedding`). */
export function createEncoder(): EncoderApi {
  const slot = modelSlot(async ({ model, device }) => ({
    tokenizer: await AutoTokenizer.from_pretrained(model),
    network: await AutoModel.from_pretrained(model, { dtype: 'q8', device }),
  }));

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
  };
}

/** Scales each row to length 1, so that a dot product is the cosine. A row of zeros stays as it is. */
function normaliseRows(vectors: Float32Array, dimensions: number): void {
  for (let at = 0; at < vectors.length; at += dimensions) {
    let square = 0;
    for (let d = at; d < at + dimensions; d++) square += vectors[d]! * vectors[d]!;
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let d = at; d < at + dimensions; d++) vectors[d]! *= scale;
  }
}
