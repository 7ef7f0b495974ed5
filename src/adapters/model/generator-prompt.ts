import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { ChatMessage } from '../../contract/model-workers';
import { countTokens } from './token-count';

/**
 * Messages as the text that a model continues: by its chat template, else one after the other. `enable_thinking` is
 * off, where a template reads it: small models spend all their tokens on thinking.
 */
export function promptText(tokenizer: PreTrainedTokenizer, messages: readonly ChatMessage[]): string {
  if (!tokenizer.chat_template) return `${messages.map(({ content }) => content).join('\n\n')}\n\n`;
  const options = { tokenize: false, add_generation_prompt: true, enable_thinking: false };
  return tokenizer.apply_chat_template([...messages], options) as string;
}

/** Characters up to which a text is tokenised whole: a tokenizer overflows its stack on far more without a space. */
const WHOLE = 32_768;

/**
 * How many tokens a text has where they are more than `room`, which is known of a very long text alone.
 *
 * @returns null where it must be tokenised to know
 */
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
