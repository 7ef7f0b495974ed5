import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BertTokenizer } from '@xenova/transformers';
import { describe, expect, it } from 'vitest';
import {
  padded,
  feedsOf,
  flatFeeds,
  type GraphValue,
  outputFor,
  requireOutput,
  rowInputs,
  textRows,
} from '../../../../src/adapters/model/graph-inputs';

const ids = (name: string, type = 'int64'): GraphValue => ({ name, type, shape: ['texts', 'tokens'] });
const tokens = {
  input_ids: padded([[5, 6, 7], [8]], 3, 0),
  attention_mask: padded([[1, 1, 1], [1]], 3, 0),
};

describe('the inputs of a graph', () => {
  it('are those that it wants and no others', () => {
    const feeds = feedsOf([ids('input_ids')], { ...tokens, token_type_ids: tokens.attention_mask });
    expect(feeds).toEqual({
      input_ids: { type: 'int64', data: BigInt64Array.from([5n, 6n, 7n, 8n, 0n, 0n]), dims: [2, 3] },
    });
  });

  it('have segments of zeros where the tokenizer gives none, and its own where it does', () => {
    const typed = [ids('input_ids'), ids('token_type_ids')];
    expect([...feedsOf(typed, tokens)['token_type_ids']!.data]).toEqual([0n, 0n, 0n, 0n, 0n, 0n]);
    const given = { ...tokens, token_type_ids: padded([[0, 1, 1], [1]], 3, 0) };
    expect([...feedsOf(typed, given)['token_type_ids']!.data]).toEqual([0n, 1n, 1n, 1n, 0n, 0n]);
  });

  it('have positions that count the tokens of each row, with filling on either side', () => {
    const positions = (mask: number[][]) =>
      feedsOf([ids('position_ids')], { ...tokens, attention_mask: padded(mask, 3, 0) })['position_ids']!.data;
    expect([...positions([[1, 1, 1], [1]])]).toEqual([0n, 1n, 2n, 0n, 1n, 1n]);
    expect([
      ...positions([
        [0, 1, 1],
        [0, 0, 1],
      ]),
    ]).toEqual([1n, 0n, 1n, 1n, 1n, 0n]);
  });

  it('have empty caches for each row of the batch', () => {
    const cache = { name: 'past_key_values.0.key', type: 'float16', shape: ['texts', 4, 'past', 16] };
    const feeds = feedsOf([cache, { name: 'use_cache_branch', type: 'bool', shape: [1] }], tokens);
    expect(feeds).toEqual({
      'past_key_values.0.key': { type: 'float16', data: new Uint16Array(0), dims: [2, 4, 0, 16] },
      use_cache_branch: { type: 'bool', data: new Uint8Array(1), dims: [1] },
    });
  });

  it('are in the numbers that it wants', () => {
    expect(feedsOf([ids('input_ids', 'int32')], tokens)['input_ids']!.data).toEqual(
      Int32Array.from([5, 6, 7, 8, 0, 0]),
    );
  });

  it('that a text does not have are an error', () => {
    expect(() => feedsOf([ids('pixel_values', 'float32')], tokens)).toThrow(/wants “pixel_values”/);
  });

  it('may be one list of tokens, with the place where each text begins', () => {
    const flat = [
      { name: 'input_ids', type: 'int64', shape: ['tokens'] },
      { name: 'offsets', type: 'int64', shape: ['texts'] },
    ];
    const feeds = flatFeeds(flat, [[5, 6, 7], [], [8]]);
    expect([...feeds['input_ids']!.data]).toEqual([5n, 6n, 7n, 8n]);
    expect([...feeds['offsets']!.data]).toEqual([0n, 3n, 3n]);
    expect(feeds['offsets']!.dims).toEqual([3]);
  });
});

describe('the output of a graph', () => {
  const output = (name: string, dimensions: number): GraphValue => ({
    name,
    type: 'float32',
    shape: new Array<string>(dimensions).fill('open'),
  });

  it('is known by its name, or as the only one of its dimensions', () => {
    const both = [output('sentence_embedding', 2), output('token_embeddings', 3)];
    expect(outputFor('text vectors', both)).toBe('sentence_embedding');
    expect(outputFor('token vectors', both)).toBe('token_embeddings');
    expect(outputFor('text vectors', [output('last_hidden_state', 3), output('1607', 2)])).toBe('1607');
    expect(outputFor('logits', [output('score', 2)])).toBe('score');
  });

  it('is not guessed: caches and several of a kind are none', () => {
    const decoder = [output('last_hidden_state', 3), output('present.0.key', 4)];
    expect(outputFor('token vectors', decoder)).toBe('last_hidden_state');
    expect(outputFor('text vectors', decoder)).toBeNull();
    expect(outputFor('logits', [output('a', 2), output('b', 2)])).toBeNull();
    expect(() => requireOutput('text vectors', decoder)).toThrow(
      /no text vectors, but last_hidden_state \(3 dim.*pooling over tokens/,
    );
  });
});

const json = (file: string): object =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/models/wordpiece', file), 'utf8')) as object;
const tokenizer = new BertTokenizer(json('tokenizer.json'), json('tokenizer_config.json'));

it('a text that is too long keeps as many of its last tokens as are special', () => {
  const text = 'the sea and a wall';
  const { ids, tokens } = textRows(tokenizer, [text], 512)[0]!;
  const kept = (last: number) => textRows(tokenizer, [text], 4, { last })[0]!;
  expect(kept(1).ids).toEqual([...ids.slice(0, 3), ids.at(-1)]);
  expect(kept(2).ids).toEqual([...ids.slice(0, 2), ...ids.slice(-2)]);
  expect(kept(0).ids).toEqual(ids.slice(0, 4));
  expect([tokens, kept(1).tokens]).toEqual([ids.length, ids.length]);
});

it('rows are filled up to the longest, and the mask tells tokens from filling', () => {
  const [long, short] = [
    { ids: [5, 6, 7], types: [0, 1, 1] },
    { ids: [8], types: [] },
  ];
  const { input_ids, attention_mask, token_type_ids } = rowInputs(tokenizer, [long, short]);
  const filling = tokenizer.pad_token_id ?? 0;
  expect([...input_ids!.data].map(Number)).toEqual([5, 6, 7, 8, filling, filling]);
  expect([...attention_mask!.data].map(Number)).toEqual([1, 1, 1, 1, 0, 0]);
  expect([...token_type_ids!.data].map(Number)).toEqual([0, 1, 1, 0, 0, 0]);
  expect(input_ids!.dims).toEqual([2, 3]);
});
