import type { IdMatrix } from './batch';

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
