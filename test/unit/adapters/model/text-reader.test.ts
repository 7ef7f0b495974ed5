import { describe, expect, it } from 'vitest';
import type { GraphValue } from '../../../../src/adapters/model/graph-inputs';
import { textReader, type TextNetwork } from '../../../../src/adapters/model/embed-texts';
import { tokenizerOf } from './tokenizers';

const tokenizer = tokenizerOf('wordpiece');

const value = (name: string, ...shape: (string | number)[]): GraphValue => ({ name, type: 'int64', shape });
const inputs = ['input_ids', 'attention_mask'].map((name) => value(name, 'texts', 'tokens'));
const network: TextNetwork = {
  tokenizer,
  graph: { inputs, outputs: [value('last_hidden_state', 'texts', 'tokens', 2)] },
  reading: { pooling: 'mean', normalise: false, flat: false },
  dense: [],
  maxTokens: 128,
};

/** Texts as a network takes them, and the tokens of each. */
function readBy(of: TextNetwork, texts: readonly string[]) {
  const reader = textReader(of);
  const rows = reader.tokenise(texts);
  return { ...reader.read(rows), tokens: rows.map(({ tokens }) => tokens) };
}

/** Each token's vector is its id and one. The feeds are moved, as to a worker. */
function answer({ feeds }: Pick<ReturnType<typeof readBy>, 'feeds'>) {
  const transfer = [...new Set(Object.values(feeds).map(({ data }) => data.buffer as ArrayBuffer))];
  const { data, dims } = structuredClone(feeds, { transfer })['input_ids']!;
  return { data: Float32Array.from([...data].flatMap((id) => [Number(id), 1])), dims: [...dims, 2] };
}

describe('reading texts', () => {
  it('pools the tokens of each, special ones too, and none of the filling', () => {
    const read = readBy(network, ['a', 'the sea and a wall']);
    const ids = tokenizer(['a'], { return_tensor: false }) as { input_ids: number[][] };
    const { vectors, dimensions } = read.vectors(answer(read));
    expect(dimensions).toBe(2);
    const own = ids.input_ids[0]!;
    expect(vectors[0]).toBeCloseTo(own.reduce((sum, id) => sum + id, 0) / own.length, 4);
    expect(vectors[1]).toBe(1);
    expect(read.tokens[0]).toBe(own.length);
    expect(read.tokens[1]).toBeGreaterThan(own.length);
  });

  it('scales to length 1 last, after dense layers', () => {
    const weight = Float32Array.from([0, -3]);
    const dense = [{ inFeatures: 2, outFeatures: 1, weight, bias: null, activation: 'identity' as const }];
    const plain = readBy({ ...network, dense }, ['a']);
    expect(plain.vectors(answer(plain))).toEqual({ vectors: Float32Array.of(-3), dimensions: 1 });
    const scaled = readBy({ ...network, dense, reading: { ...network.reading, normalise: true } }, ['a']);
    expect(scaled.vectors(answer(scaled)).vectors).toEqual(Float32Array.of(-1));
  });

  it('keeps the last special token of a text that is cut', () => {
    const read = readBy({ ...network, maxTokens: 5 }, ['the sea and a wall and the sea']);
    const row = [...read.feeds['input_ids']!.data].map(Number);
    expect(row).toHaveLength(5);
    expect([row[0], row[4]]).toEqual(tokenizer.convert_tokens_to_ids(['[CLS]', '[SEP]']));
    expect(row.slice(1, 4)).not.toContain(row[4]);
  });

  it('that have no special tokens keeps their beginning when they are cut', () => {
    const bare = tokenizerOf('wordpiece-bare');
    const text = 'the sea and a wall';
    const whole = (bare([text], { return_tensor: false }) as { input_ids: number[][] }).input_ids[0]!;
    const read = readBy({ ...network, tokenizer: bare, maxTokens: 3 }, [text]);
    expect([...read.feeds['input_ids']!.data].map(Number)).toEqual(whole.slice(0, 3));
    expect([...read.tokens]).toEqual([whole.length]);
  });

  it('for a flat graph leaves out special and unknown tokens', () => {
    const flat: TextNetwork = {
      ...network,
      graph: {
        inputs: [value('input_ids', 'tokens'), value('offsets', 'texts')],
        outputs: [value('embeddings', 'texts', 2)],
      },
      reading: { pooling: 'graph', normalise: true, flat: true },
      maxTokens: 2,
    };
    const read = readBy(flat, ['a 漢 b', '漢', 'a b a b']);
    const some = 0;
    const [, a, , b] = (tokenizer(['a 漢 b'], { return_tensor: false }) as { input_ids: number[][] }).input_ids[0]!;
    // A text of which nothing is left has some token, since a graph may fail on none, and no vector.
    expect([...read.feeds['input_ids']!.data].map(Number)).toEqual([a, b, some, a, b]);
    expect([...read.feeds['offsets']!.data]).toEqual([0n, 2n, 3n]);
    expect([...read.tokens]).toEqual([2, 0, 4]);
    const { vectors } = read.vectors({ data: Float32Array.from([3, 4, 7, NaN, 0, 2]), dims: [3, 2] });
    vectors.forEach((number, i) => expect(number).toBeCloseTo([0.6, 0.8, 0, 0, 0, 1][i]!, 6));
  });

  const graph = { inputs, outputs: [value('sentence_embedding', 'texts', 2)] };

  it('for a static model with a mask has no special tokens either, and zeros for a text without a token', () => {
    const reading = { pooling: 'graph', normalise: false, flat: true } as const;
    const read = readBy({ ...network, graph, reading, maxTokens: 2 }, ['a b', 'a']);
    const [, a, b] = (tokenizer(['a b'], { return_tensor: false }) as { input_ids: number[][] }).input_ids[0]!;
    expect([...read.feeds['input_ids']!.data].map(Number).slice(0, 3)).toEqual([a, b, a]);
    expect([...read.feeds['attention_mask']!.data]).toEqual([1n, 1n, 1n, 0n]);
    const empty = readBy({ ...network, graph, reading }, ['a', '']);
    expect([...empty.tokens]).toEqual([1, 0]);
    // Whatever the graph makes of nothing.
    const { vectors } = empty.vectors({ data: Float32Array.of(1, 2, NaN, NaN), dims: [2, 2] });
    expect([...vectors]).toEqual([1, 2, 0, 0]);
  });

  it('applies no dense layer to what a graph pools, which has it inside', () => {
    // As wide as what comes in, so that no width gives it away.
    const weight = Float32Array.of(0, 5, 5, 0);
    const dense = [{ inFeatures: 2, outFeatures: 2, weight, bias: null, activation: 'identity' as const }];
    const reading = { pooling: 'graph', normalise: false, flat: false } as const;
    const read = readBy({ ...network, graph, dense, reading }, ['a']);
    expect([...read.vectors({ data: Float32Array.of(1, 2), dims: [1, 2] }).vectors]).toEqual([1, 2]);
  });

  it('says whether texts of other lengths may stand beside each other', () => {
    expect(textReader(network).beside).toBe('masked');
    const blind = { ...network.graph, inputs: inputs.slice(0, 1) };
    expect(textReader({ ...network, graph: blind }).beside).toBe('as-long');
  });

  it('refuses what cannot be right', () => {
    expect(() => textReader({ ...network, graph })).toThrow(/no token vectors, but sentence_embedding/);
    expect(() => textReader({ ...network, maxTokens: 2 })).toThrow(/2 tokens leave no room/);
    const read = readBy(network, ['a']);
    expect(() => read.vectors({ data: new Float32Array(2), dims: [1, 2] })).toThrow(/1 × 2 numbers .* Another pooling/);
    const nan = { data: new Float32Array(6).fill(NaN), dims: [1, 3, 2] };
    expect(() => read.vectors(nan)).toThrow(/NaN/);
  });
});
