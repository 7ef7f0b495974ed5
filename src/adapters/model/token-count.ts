import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { Encoded } from './batch';
import { parts } from './parts';

/** Ids of each text, without the special tokens that a tokenizer puts around it. */
export function plainIds(tokenizer: PreTrainedTokenizer, texts: string[]): number[][] {
  if (texts.length === 0) return [];
  const options = { padding: false, truncation: false, return_tensor: false, add_special_tokens: false } as const;
  return (tokenizer(texts, options) as Encoded)['input_ids']!;
}

/**
 * Tokens of each text without special ones. A text of more than 32,768 characters is counted in parts that end at white
 * space; a tokenizer whose tokens reach across white space may count some fewer for the whole.
 */
export function countTokens(tokenizer: PreTrainedTokenizer, texts: readonly string[]): Uint32Array {
  const counts = new Uint32Array(texts.length);
  const pieces = texts.flatMap((text, at) =>
    parts(text).map(({ start, end }) => ({ at, text: text.slice(start, end) })),
  );
  const ids = plainIds(
    tokenizer,
    pieces.map(({ text }) => text),
  );
  pieces.forEach(({ at }, i) => (counts[at]! += ids[i]!.length));
  return counts;
}
