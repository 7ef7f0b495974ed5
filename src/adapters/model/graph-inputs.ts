import type { PreTrainedTokenizer } from '@xenova/transformers';

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

/** Texts are encoded as they are: neither filled up nor cut. */
export const AS_THEY_ARE = { padding: false, truncation: false, return_tensor: false } as const;

/** Characters read a token: 200,000 without a space overflow the tokenizer's stack. No vocabulary averages as many. */
const CHARACTERS_PER_TOKEN = 32;

export const readable = (text: string, maxTokens: number): string => text.slice(0, maxTokens * CHARACTERS_PER_TOKEN);

/** Tokenises. Too long a text keeps its first tokens and the `last` special ones, which transformers would cut. */
export function textRows(
  tokenizer: PreTrainedTokenizer,
  texts: readonly string[],
  maxTokens: number,
  { last = 1, added = true }: { readonly last?: number; readonly added?: boolean } = {},
): TextRow[] {
  const read = texts.map((text) => readable(text, maxTokens));
  const encoded = tokenizer(read, { ...AS_THEY_ARE, add_special_tokens: added }) as Encoded;
  const types = encoded['token_type_ids'];
  return encoded['input_ids']!.map((ids, i) => ({
    ids: cut(ids, maxTokens, last),
    types: types?.[i]!.some((type) => type !== 0) ? cut(types[i]!, maxTokens, last) : [],
    tokens: ids.length,
  }));
}

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

interface Feed {
  readonly type: string;
  readonly data: BigInt64Array | Int32Array | Float32Array | Uint16Array | Uint8Array;
  readonly dims: readonly number[];
}

export type Feeds = Readonly<Record<string, Feed>>;

/** What a graph wants and nothing else: segments of zeros, positions counted from the mask, empty decoder caches. */
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
  const empty = shape.map((size, i) => (i === 0 ? ids.dims[0] : typeof size === 'number' && size > 0 ? size : 0));
  if (/^past/.test(name)) return numbers(type, new BigInt64Array(0), empty);
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

/** A row of tokens: ids, and to which of the two texts each belongs for the model. */
export interface Tokens {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

/** What a tokenizer puts around the two texts of a pair: `[CLS] question [SEP] passage [SEP]` in a BERT. */
export type PairFrame = ReturnType<typeof pairFrame>;

/** The rest of a passage is not read: at 512 tokens and a short question this is the first 8,000 tokens. */
export const MAX_WINDOWS = 32;

/**
 * Learns the frame from one pair, in which the tokens of the texts alone are looked up: types need not distinguish the
 * texts (XLM-RoBERTa has none), and a special token written out in a passage does not mislead.
 */
export function pairFrame(pair: Tokens, question: readonly number[], passage: readonly number[]) {
  const asked = find(pair.ids, question, 0);
  const read = asked < 0 ? -1 : find(pair.ids, passage, asked + question.length);
  if (read < 0) throw new Error('the tokenizer does not encode a pair as a question and then a passage');
  const part = (from: number, to?: number): Tokens => ({
    ids: pair.ids.slice(from, to),
    types: pair.types.slice(from, to),
  });
  return {
    before: part(0, asked),
    questionType: pair.types[asked]!,
    between: part(asked + question.length, read),
    passageType: pair.types[read]!,
    after: part(read + passage.length),
  };
}

function find(ids: readonly number[], part: readonly number[], from: number): number {
  if (part.length === 0) return -1;
  for (let at = from; at + part.length <= ids.length; at++) if (part.every((id, i) => ids[at + i] === id)) return at;
  return -1;
}

/**
 * Where a pair does not fit, a question longer than half of `maxTokens` is cut to that half; the passage has windows.
 * @returns starts of windows, `room` tokens each; tokens of the pair before the cut; `truncated` if any is in no window
 * @throws {RangeError} where `maxTokens` leaves no room for a passage
 */
export function pairParts(
  frame: PairFrame,
  question: readonly number[],
  passage: readonly number[],
  maxTokens: number,
) {
  const special = frame.before.ids.length + frame.between.ids.length + frame.after.ids.length;
  const tokens = special + question.length + passage.length;
  if (tokens <= maxTokens) return { asked: question, starts: [0], room: passage.length, tokens, truncated: false };
  const asked = question.slice(0, Math.floor(maxTokens / 2));
  const room = maxTokens - special - asked.length;
  if (room < 1) throw new RangeError(`${maxTokens} tokens leave no room for a passage`);
  const starts = windowStarts(passage.length, room);
  const truncated = asked.length < question.length || starts.at(-1)! + room < passage.length;
  return { asked, starts, room, tokens, truncated };
}

/** Starts of windows half a window apart, so that what one cuts another has whole. The last ends with the passage. */
export function windowStarts(length: number, room: number, most = MAX_WINDOWS): number[] {
  if (length <= room) return [0];
  const stride = Math.max(1, Math.floor(room / 2));
  const starts: number[] = [];
  for (let at = 0; at + room < length && starts.length < most; at += stride) starts.push(at);
  if (starts.length < most) starts.push(length - room);
  return starts;
}

export function framed(frame: PairFrame, question: readonly number[], passage: readonly number[]): Tokens {
  const { before, between, after, questionType, passageType } = frame;
  return {
    ids: [...before.ids, ...question, ...between.ids, ...passage, ...after.ids],
    types: [
      ...before.types,
      ...question.map(() => questionType),
      ...between.types,
      ...passage.map(() => passageType),
      ...after.types,
    ],
  };
}
