import {
  type PreTrainedTokenizer,
  AutoModelForCausalLM,
  AutoTokenizer,
  Tensor,
  TextStreamer,
} from '@xenova/transformers';
import type { ChatMessage, GeneratedText, GeneratorApi, ModelRequest } from '../../contract/model-workers';
import { countTokens } from './token-offsets';
import { exhausted, failureOf } from './failures';
import { failing } from './network-port';
import { modelSlot, pretrained } from './runtime';
import { modelFile, nameOf } from './stored-files';

/** Messages by the chat template, else one after the other; no thinking, which takes all tokens of small models. */
export function promptText(tokenizer: PreTrainedTokenizer, messages: readonly ChatMessage[]): string {
  if (!tokenizer.chat_template) return `${messages.map(({ content }) => content).join('\n\n')}\n\n`;
  const options = { tokenize: false, add_generation_prompt: true, enable_thinking: false };
  return tokenizer.apply_chat_template([...messages], options) as string;
}

/** Characters up to which a text is tokenised whole: a tokenizer overflows its stack on far more without a space. */
const WHOLE = 32_768;

/** How many tokens a very long text has, where they are more than `room`; null where it must be tokenised to know. */
export function tooMany(tokenizer: PreTrainedTokenizer, text: string, room: number): number | null {
  if (text.length <= WHOLE) return null;
  const count = countTokens(tokenizer, [text])[0]!;
  return count > room ? count : null;
}

/** Ids of a prompt. The template has written special tokens out; without one the tokenizer puts its own. */
export function promptIds(tokenizer: PreTrainedTokenizer, text: string): number[] {
  const options = { add_special_tokens: !tokenizer.chat_template, return_tensor: false } as const;
  return (tokenizer(text, options) as { readonly input_ids: number[] }).input_ids;
}

/** Tokens that end a reply: what the repository says, and the tokenizer's own, which some leave out there. */
export function endTokens(tokenizer: PreTrainedTokenizer, said: unknown): number[] {
  const own = (tokenizer as { eos_token_id?: number }).eos_token_id;
  const all = [said, own].flat().filter((id) => typeof id === 'number');
  return [...new Set(all)];
}

/** An added causal language model, by its chat template: always greedy, so that a prompt has one reply. */
export function createGenerator(): GeneratorApi {
  const slot = modelSlot(opened);
  return {
    load: async (request) => (await slot(request)).info,

    generate: (request, written) => failing(request, async () => reply((await slot(request)).model, request, written)),
  };
}

async function opened(request: ModelRequest) {
  const { name, options } = pretrained(request);
  const tokenizer = await openTokenizer(request);
  const network = await AutoModelForCausalLM.from_pretrained(name, options);
  return { tokenizer, network, ends: endTokens(tokenizer, network.generation_config?.eos_token_id) };
}

async function reply(
  { tokenizer, network, ends }: Awaited<ReturnType<typeof opened>>,
  request: Parameters<GeneratorApi['generate']>[0],
  written: (text: string) => void,
): Promise<GeneratedText> {
  const began = performance.now();
  const text = promptText(tokenizer, request.messages);
  // At least one token must fit behind the prompt.
  const room = request.maxTokens - 1;
  const known = tooMany(tokenizer, text, room);
  if (known !== null) return nothing(known, began);
  const prompt = promptIds(tokenizer, text);
  const read = prompt.length;
  if (read > room) return nothing(read, began);
  const most = Math.min(request.maxNewTokens, request.maxTokens - read);
  const ids = await generated(request, async () => {
    const sequence = await network.generate({
      ...oneRow(prompt),
      do_sample: false,
      num_beams: 1,
      max_new_tokens: most,
      eos_token_id: [...ends],
      streamer: streamer(tokenizer, written),
    } as Parameters<typeof network.generate>[0]);
    return (sequence as { tolist(): bigint[][] }).tolist()[0]!.slice(read).map(Number);
  });
  return {
    text: tokenizer.decode(ids, { skip_special_tokens: true }),
    promptTokens: read,
    newTokens: ids.length,
    tooLong: false,
    cut: ids.length >= most && !ends.includes(ids.at(-1)!),
    milliseconds: performance.now() - began,
  };
}

async function openTokenizer(request: ModelRequest): Promise<PreTrainedTokenizer> {
  const tokenizer = await AutoTokenizer.from_pretrained(nameOf(request));
  // Newer repositories keep the template in a file of its own, which transformers.js does not read.
  const template = await modelFile(request, 'chat_template.jinja');
  if (template) tokenizer.chat_template = await template.text();
  return tokenizer;
}

const oneRow = (ids: readonly number[]) => ({
  input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
  attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), [1, ids.length]),
});

function streamer(tokenizer: PreTrainedTokenizer, written: (text: string) => void): TextStreamer {
  let text = '';
  return new TextStreamer(tokenizer, {
    skip_prompt: true,
    skip_special_tokens: true,
    callback_function: (piece: string) => {
      text += piece;
      if (piece !== '') written(text);
    },
  });
}

async function generated<T>(request: ModelRequest, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (failureOf(cause) === 'other') throw cause;
    // A prompt cannot be halved as a batch can.
    throw exhausted(request, cause);
  }
}

const nothing = (promptTokens: number, began: number): GeneratedText => ({
  text: '',
  promptTokens,
  newTokens: 0,
  tooLong: true,
  cut: false,
  milliseconds: performance.now() - began,
});
