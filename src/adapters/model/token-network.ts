import { AutoModel, type PreTrainedModel, type PreTrainedTokenizer, type Tensor } from '@xenova/transformers';
import { HitrateError } from '../../contract/errors';
import type { ModelRequest } from '../../contract/encoder';
import { padded } from './batch';
import type { TokenReader } from './embed-spans';
import { tensors } from './tensors';

/** Names under which graphs give a vector for each token. */
const OUTPUTS = ['token_embeddings', 'last_hidden_state'];

/**
 * The graph of a model that gives token vectors: its own, or `onnx/tokens_quantized.onnx` beside it, whose weights are
 * those of `onnx/model_quantized.onnx`.
 *
 * @param plain the model as it is loaded to embed texts
 * @throws {HitrateError} where the model has neither
 */
export async function tokenReader(
  { model, device }: ModelRequest,
  plain: { readonly tokenizer: PreTrainedTokenizer; readonly network: PreTrainedModel },
): Promise<TokenReader> {
  const { outputNames } = (plain.network.sessions as { model: { outputNames: readonly string[] } }).model;
  const network = outputNames.some((name) => OUTPUTS.includes(name)) ? plain.network : await beside(model, device);
  return {
    tokenizer: plain.tokenizer,
    async read(ids) {
      const output = (await network(inputsOf(ids))) as Record<string, Tensor>;
      const vectors = OUTPUTS.map((name) => output[name]).find((each) => each !== undefined);
      if (!vectors) throw new Error(`${model} gives no token vectors, but ${Object.keys(output).join(', ')}`);
      return { data: vectors.data as Float32Array, dimensions: vectors.dims[2]! };
    },
  };
}

async function beside(model: string, device: ModelRequest['device']): Promise<PreTrainedModel> {
  const externalData = [{ path: 'model_quantized.onnx', data: 'onnx/model_quantized.onnx' }];
  const options = { dtype: 'q8', device, model_file_name: 'tokens', session_options: { externalData } } as const;
  try {
    return await AutoModel.from_pretrained(model, options);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HitrateError(
      'model-unavailable',
      `The model “${model}” gives no token vectors, so that passages cannot be embedded within their document. Choose another model, or switch late chunking off. (${reason})`,
      { cause },
    );
  }
}

function inputsOf(ids: readonly number[]): Record<string, Tensor> {
  const row = (values: readonly number[]) => padded([values], ids.length, 0);
  return tensors({
    input_ids: row(ids),
    attention_mask: row(ids.map(() => 1)),
    token_type_ids: row(ids.map(() => 0)),
  });
}
