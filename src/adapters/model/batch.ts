import type { PreTrainedTokenizer } from '@xenova/transformers';

/** Integers for a network, row by row: what becomes a tensor where there is a runtime. */
export interface IdMatrix {
  readonly data: BigInt64Array;
  /** Rows and columns. */
  readonly dims: readonly [number, number];
}

export interface TokenBatch {
  readonly inputs: Record<string, IdMatrix>;
  /** Tokens of each text before it was cut to the model's length, of what was read of it. */
  readonly tokens: Uint32Array;
}

/** What a tokenizer gives for a batch: `input_ids`, `attention_mask`, and `token_type_ids` where it has them. */
export type Encoded = Record<string, number[][]>;

/**
 * Characters beyond this for each token are not read: they would be cut anyway, and 200,000 without a space overflow
 * the tokenizer's stack. No vocabulary averages such long tokens, so a text that is too long is still seen to be.
 */
const CHARACTERS_PER_TOKEN = 32;

/** The beginning of a text that is tokenised at all. */
export const readable = (text: string, maxTokens: number): string => text.slice(0, maxTokens * CHARACTERS_PER_TOKEN);

/**
 * Tokenises a batch and pads it to its longest member. A text that is too long keeps its first `maxTokens − 1` tokens
 * and its last special token: transformers' own truncation drops that one, and with it what the model learned to read.
 *
 * @param special.last special tokens after a text, which are kept
 * @param special.added whether there are special tokens at all
 */
export function tokenBatch(
  tokenizer: PreTrainedTokenizer,
  texts: readonly string[],
  maxTokens: number,
  { last = 1, added = true }: { readonly last?: number; readonly added?: boolean } = {},
): TokenBatch {
  const encoded = tokenizer(
    texts.map((text) => readable(text, maxTokens)),
    { padding: false, truncation: false, return_tensor: false, add_special_tokens: added },
  ) as Encoded;
  const ids = encoded['input_ids']!;
  const tokens = Uint32Array.from(ids, (row) => row.length);
  const longest = Math.min(maxTokens, Math.max(1, ...tokens));
  const padId = tokenizer.pad_token_id ?? 0;
  const inputs: Record<string, IdMatrix> = {};
  for (const [name, rows] of Object.entries(encoded))
    inputs[name] = padded(rows, longest, name === 'input_ids' ? padId : 0, last);
  return { inputs, tokens };
}

/** Rows as one matrix of `length` columns; of a longer row the last so many numbers are kept in the last of them. */
export function padded(rows: readonly (readonly number[])[], length: number, filler: number, last = 1): IdMatrix {
  const data = new BigInt64Array(rows.length * length).fill(BigInt(filler));
  rows.forEach((row, r) => {
    const kept = Math.min(row.length, length);
    for (let i = 0; i < kept; i++) data[r * length + i] = BigInt(row[i]!);
    if (row.length > length) for (let i = 1; i <= last; i++) data[(r + 1) * length - i] = BigInt(row[row.length - i]!);
  });
  return { data, dims: [rows.length, length] };
}
