import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { Tokens } from './windows';

/** Integers for a network, row by row: what becomes a tensor where there is a runtime. */
export interface IdMatrix {
  readonly data: BigInt64Array;
  /** Rows and columns. */
  readonly dims: readonly [number, number];
}

/** A text as it is read: cut to the model's length. Without types all are 0. */
export interface TextRow extends Tokens {
  /** Tokens before it was cut, of what was read of it. */
  readonly tokens: number;
}

/** What a tokenizer gives for some texts: `input_ids`, `attention_mask`, and `token_type_ids` where it has them. */
export type Encoded = Record<string, number[][]>;

/**
 * Characters beyond this for each token are not read: they would be cut anyway, and 200,000 without a space overflow
 * the tokenizer's stack. No vocabulary averages such long tokens, so a text that is too long is still seen to be.
 */
const CHARACTERS_PER_TOKEN = 32;

/** The beginning of a text that is tokenised at all. */
export const readable = (text: string, maxTokens: number): string => text.slice(0, maxTokens * CHARACTERS_PER_TOKEN);

/**
 * Tokenises texts. One that is too long keeps its first `maxTokens − 1` tokens and its last special token: transformers'
 * own truncation drops that one, and with it what the model learned to read.
 *
 * @param special.last special tokens after a text, which are kept
 * @param special.added whether there are special tokens at all
 */
export function textRows(
  tokenizer: PreTrainedTokenizer,
  texts: readonly string[],
  maxTokens: number,
  { last = 1, added = true }: { readonly last?: number; readonly added?: boolean } = {},
): TextRow[] {
  const encoded = tokenizer(
    texts.map((text) => readable(text, maxTokens)),
    { padding: false, truncation: false, return_tensor: false, add_special_tokens: added },
  ) as Encoded;
  const types = encoded['token_type_ids'];
  return encoded['input_ids']!.map((ids, i) => ({
    ids: cut(ids, maxTokens, last),
    types: types?.[i]!.some((type) => type !== 0) ? cut(types[i]!, maxTokens, last) : [],
    tokens: ids.length,
  }));
}

/** At most so many numbers, the last of which are those of the row. */
function cut(row: readonly number[], length: number, last: number): readonly number[] {
  if (row.length <= length) return row;
  return [...row.slice(0, length - last), ...row.slice(row.length - last)];
}

/** Rows as a network takes them, filled up to the longest. */
export function rowInputs(tokenizer: PreTrainedTokenizer, rows: readonly Tokens[]): Record<string, IdMatrix> {
  const ids = rows.map((row) => row.ids);
  const longest = Math.max(1, ...ids.map((row) => row.length));
  const ones = ids.map((row) => row.map(() => 1));
  const types = rows.map((row) => row.types);
  return {
    input_ids: padded(ids, longest, tokenizer.pad_token_id ?? 0),
    attention_mask: padded(ones, longest, 0),
    token_type_ids: padded(types, longest, 0),
  };
}

/** Rows as one matrix of `length` columns. */
export function padded(rows: readonly (readonly number[])[], length: number, filler: number): IdMatrix {
  const data = new BigInt64Array(rows.length * length).fill(BigInt(filler));
  rows.forEach((row, r) => row.forEach((value, i) => (data[r * length + i] = BigInt(value))));
  return { data, dims: [rows.length, length] };
}
