import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { Tokens } from './windows';

/** Integers for a network, row by row: what becomes a tensor where there is a runtime. */
export interface IdMatrix {
  readonly data: BigInt64Array;
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

/** An input or output of a graph as it declares it: a dimension is a number, or a name where it is open. */
export interface GraphValue {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly (number | string)[];
}

/** What becomes a tensor where there is a runtime. */
interface Feed {
  readonly type: string;
  readonly data: BigInt64Array | Int32Array | Float32Array | Uint16Array | Uint8Array;
  readonly dims: readonly number[];
}

export type Feeds = Readonly<Record<string, Feed>>;

/**
 * All that a graph wants, and nothing else, from what a tokenizer gave: segments of zeros, positions counted from the
 * mask, and caches of a decoder, empty.
 *
 * @param tokens `input_ids`, `attention_mask`, perhaps `token_type_ids`
 * @throws {Error} where the graph wants something that is no part of a text
 */
export function feedsOf(inputs: readonly GraphValue[], tokens: Readonly<Record<string, IdMatrix>>): Feeds {
  return Object.fromEntries(inputs.map((input) => [input.name, feedOf(input, tokens)]));
}

function feedOf({ name, type, shape }: GraphValue, tokens: Readonly<Record<string, IdMatrix>>): Feed {
  const ids = tokens['input_ids']!;
  const given = tokens[name];
  if (given) return whole(type, given);
  if (name === 'token_type_ids') return whole(type, { ...ids, data: new BigInt64Array(ids.data.length) });
  if (name === 'position_ids') return whole(type, positions(tokens['attention_mask'] ?? ids));
  // An empty cache has the batch's rows, and no position yet: of its other dimensions only the open one.
  if (/^past/.test(name))
    return numbers(
      type,
      new BigInt64Array(0),
      shape.map((size, i) => (i === 0 ? ids.dims[0] : typeof size === 'number' && size > 0 ? size : 0)),
    );
  if (name === 'use_cache_branch') return { type: 'bool', data: new Uint8Array(1), dims: [1] };
  throw new Error(`its graph wants “${name}”, which is no part of a text. It may be a model for something else`);
}

const whole = (type: string, { data, dims }: IdMatrix): Feed => numbers(type, data, dims);

function numbers(type: string, data: BigInt64Array, dims: readonly number[]): Feed {
  switch (type) {
    case 'int64':
      return { type, data, dims };
    case 'int32':
      return { type, data: Int32Array.from(data, Number), dims };
    case 'float32':
      return { type, data: Float32Array.from(data, Number), dims };
    case 'float16':
      // Of caches alone, which are empty.
      return { type, data: new Uint16Array(data.length), dims };
    default:
      throw new Error(`its graph wants tokens as ${type}`);
  }
}

/** 0, 1, 2 … over the tokens of each row; filling has 1, as in transformers. */
function positions(mask: IdMatrix): IdMatrix {
  const [rows, length] = mask.dims;
  const data = new BigInt64Array(mask.data.length);
  for (let row = 0; row < rows; row++) {
    let next = 0n;
    for (let at = row * length; at < (row + 1) * length; at++) data[at] = mask.data[at] === 0n ? 1n : next++;
  }
  return { data, dims: mask.dims };
}

/** Texts as one list of tokens, with the place where each begins: what Model2Vec's graphs want. */
export function flatFeeds(inputs: readonly GraphValue[], rows: readonly (readonly number[])[]): Feeds {
  const offsets: number[] = [];
  let at = 0;
  for (const row of rows) {
    offsets.push(at);
    at += row.length;
  }
  const given: Readonly<Record<string, readonly number[]>> = { input_ids: rows.flat(), offsets };
  return Object.fromEntries(
    inputs.map(({ name, type }) => {
      const values = given[name];
      if (!values) throw new Error(`its graph wants “${name}” beside tokens and offsets`);
      return [name, numbers(type, BigInt64Array.from(values, BigInt), [values.length])];
    }),
  );
}

type Wanted = 'text vectors' | 'token vectors' | 'logits';

/** Names under which graphs give each, and how many dimensions it has. */
const OUTPUTS: Readonly<Record<Wanted, { readonly names: readonly string[]; readonly dimensions: number }>> = {
  'text vectors': { names: ['sentence_embedding', 'embeddings', 'sentence_embeddings'], dimensions: 2 },
  'token vectors': { names: ['token_embeddings', 'last_hidden_state'], dimensions: 3 },
  logits: { names: ['logits'], dimensions: 2 },
};

/** The output by one of the usual names, or else the only one of so many dimensions; null where there is none. */
export function outputFor(wanted: Wanted, outputs: readonly GraphValue[]): string | null {
  const { names, dimensions } = OUTPUTS[wanted];
  const named = names.find((name) => outputs.some((output) => output.name === name));
  if (named !== undefined) return named;
  const fitting = outputs.filter(({ shape }) => shape.length === dimensions);
  return fitting.length === 1 ? fitting[0]!.name : null;
}

/** @throws {Error} where there is none, with what there is */
export function requireOutput(wanted: Wanted, outputs: readonly GraphValue[]): string {
  const name = outputFor(wanted, outputs);
  if (name !== null) return name;
  const there = outputs.map((output) => `${output.name} (${output.shape.length} dimensions)`).join(', ');
  throw new Error(`its graph gives no ${wanted}, but ${there}. ${INSTEAD[wanted]}`);
}

const INSTEAD: Readonly<Record<Wanted, string>> = {
  'text vectors': 'Choose a pooling over tokens, as mean',
  'token vectors': 'Choose the pooling of the graph, where it gives a vector a text',
  logits: 'It may be no reranker',
};
