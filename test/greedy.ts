import { PreTrainedTokenizer } from '@xenova/transformers';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onnxRuntime } from './golden/models';

export const TINY_CHAT = join(import.meta.dirname, 'fixtures/models/tiny-chat');

const json = (name: string): object => JSON.parse(readFileSync(join(TINY_CHAT, name), 'utf8')) as object;

/** The tokenizer of the tiny chat model. */
export const tinyTokenizer = (): PreTrainedTokenizer =>
  new PreTrainedTokenizer(json('tokenizer.json'), json('tokenizer_config.json'));

const {
  num_hidden_layers: layers,
  num_attention_heads: heads,
  hidden_size: width,
} = json('config.json') as {
  readonly num_hidden_layers: number;
  readonly num_attention_heads: number;
  readonly hidden_size: number;
};

/**
 * What the tiny chat model replies to a prompt, by ONNX Runtime for Node and a loop of a few lines that reads all of the
 * text anew for each token, so that a cache cannot be wrong.
 *
 * @throws where ONNX Runtime for Node was not installed
 */
export async function openGreedy(): Promise<(prompt: string, most: number) => Promise<string>> {
  const runtime = onnxRuntime();
  const session = await runtime.InferenceSession.create(join(TINY_CHAT, 'onnx/model.onnx'));
  const tokenizer = tinyTokenizer();
  const ints = (values: readonly number[]) =>
    new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
  const past = Array.from({ length: layers }, (_, i) => [`${i}.key`, `${i}.value`]).flat();
  const end = tokenizer.eos_token_id as number;

  return async (prompt, most) => {
    const ids = tokenizer.encode(`<|im_start|>user\n${prompt}<|im_end|>\n<|im_start|>assistant\n`);
    const read = ids.length;
    while (ids.length < read + most) {
      const empty = past.map((name) => {
        const tensor = new runtime.Tensor('float32', new Float32Array(0), [1, heads, 0, width / heads]);
        return [`past_key_values.${name}`, tensor] as const;
      });
      const feed = {
        input_ids: ints(ids),
        attention_mask: ints(ids.map(() => 1)),
        position_ids: ints(ids.map((_, i) => i)),
        ...Object.fromEntries(empty),
      };
      const { data, dims } = (await session.run(feed))['logits']!;
      const last = data.subarray(data.length - dims[2]!);
      const best = last.indexOf(Math.max(...last));
      if (best === end) break;
      ids.push(best);
    }
    return tokenizer.decode(ids.slice(read), { skip_special_tokens: true });
  };
}
