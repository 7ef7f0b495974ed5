import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  framed,
  padded,
  feedsOf,
  flatFeeds,
  type GraphValue,
  MAX_WINDOWS,
  outputFor,
  pairFrame,
  type PairFrame,
  pairParts,
  requireOutput,
  rowInputs,
  textRows,
  windowStarts,
} from '../../../../src/adapters/model/graph-inputs';
import { tokenizerOf } from './tokenizers';

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

const tokenizer = tokenizerOf('wordpiece');

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

function pairWindows(frame: PairFrame, question: number[], passage: number[], maxTokens: number) {
  const { asked, starts, room, ...read } = pairParts(frame, question, passage, maxTokens);
  return { rows: starts.map((start) => framed(frame, asked, passage.slice(start, start + room))), ...read };
}

const [CLS, SEP] = [2, 3];
const bert = pairFrame({ ids: [CLS, 10, SEP, 11, SEP], types: [0, 0, 0, 1, 1] }, [10], [11]);
const roberta = pairFrame({ ids: [0, 10, 2, 2, 11, 2], types: [0, 0, 0, 0, 0, 0] }, [10], [11]);

/** A text of so many different tokens. */
const text = (length: number, first: number): number[] => Array.from({ length }, (_, i) => first + i);

describe('the frame of a pair', () => {
  it('is what stands around the tokens of both texts, with or without types', () => {
    expect(bert).toEqual({
      before: { ids: [CLS], types: [0] },
      questionType: 0,
      between: { ids: [SEP], types: [0] },
      passageType: 1,
      after: { ids: [SEP], types: [1] },
    });
    expect([roberta.before.ids, roberta.between.ids, roberta.after.ids]).toEqual([[0], [2, 2], [2]]);
  });

  it('is refused where the texts are not there, or the passage comes first', () => {
    const types = [0, 0, 0, 1, 1];
    expect(() => pairFrame({ ids: [CLS, 11, SEP, 10, SEP], types }, [10], [11])).toThrow(/question and then a passage/);
    expect(() => pairFrame({ ids: [CLS, 10, SEP, 11, SEP], types }, [], [11])).toThrow(/question and then a passage/);
  });
});

describe('the windows of a pair', () => {
  it('are one, the plain encoding, where the pair fits', () => {
    const { rows, tokens, truncated } = pairWindows(bert, [20, 21], [30, 31, 32], 8);
    expect(rows).toEqual([{ ids: [CLS, 20, 21, SEP, 30, 31, 32, SEP], types: [0, 0, 0, 0, 1, 1, 1, 1] }]);
    expect([tokens, truncated]).toEqual([8, false]);
    expect(pairWindows(roberta, [20], [], 6).rows).toEqual([{ ids: [0, 20, 2, 2, 2], types: [0, 0, 0, 0, 0] }]);
  });

  it('lie half a window apart, the last at the end of the passage', () => {
    const { rows, tokens, truncated } = pairWindows(bert, [20, 21], text(9, 30), 9);
    expect(rows.map(({ ids }) => ids)).toEqual(
      [30, 32, 34, 35].map((first) => [CLS, 20, 21, SEP, ...text(4, first), SEP]),
    );
    expect([tokens, truncated]).toEqual([14, false]);
  });

  it('leave a long question half of the tokens, which counts as truncated', () => {
    const { rows, tokens, truncated } = pairWindows(bert, text(12, 20), text(3, 40), 10);
    expect(rows.map(({ ids }) => ids)).toEqual(
      [40, 41].map((first) => [CLS, ...text(5, 20), SEP, ...text(2, first), SEP]),
    );
    expect([tokens, truncated]).toEqual([18, true]);
    expect(pairWindows(bert, text(6, 20), [40], 10)).toMatchObject({ truncated: false, tokens: 10 });
  });

  it('end where there would be too many, which counts as truncated', () => {
    const whole = 100 + 50 * (MAX_WINDOWS - 1);
    expect(windowStarts(whole, 100)).toHaveLength(MAX_WINDOWS);
    expect(pairWindows(bert, [20], text(whole, 30), 104)).toMatchObject({ truncated: false });
    const { rows, truncated } = pairWindows(bert, [20], text(whole + 1, 30), 104);
    expect([rows.length, truncated]).toEqual([MAX_WINDOWS, true]);
    expect(rows.at(-1)!.ids.at(-2)).toBe(30 + whole - 1);
  });

  it('are refused where the model takes hardly more than the special tokens', () =>
    expect(() => pairWindows(bert, [20, 21], [30], 4)).toThrow(RangeError));

  it('hold every token of the passage, are never too long, and overlap by half', () => {
    const frames = fc.constantFrom(bert, roberta);
    const sizes = [fc.nat(40), fc.nat(2000), fc.integer({ min: 14, max: 200 })] as const;
    fc.assert(
      fc.property(frames, ...sizes, (frame, asked, read, maxTokens) => {
        const [question, passage] = [text(asked, 1000), text(read, 10_000)];
        const { rows, tokens, truncated } = pairWindows(frame, question, passage, maxTokens);
        const parts = rows.map(({ ids }) => ids.filter((id) => id >= 10_000));
        const kept = tokens > maxTokens ? Math.min(asked, Math.floor(maxTokens / 2)) : asked;
        for (const [i, { ids, types }] of rows.entries()) {
          expect(ids.length).toBeLessThanOrEqual(maxTokens);
          if (rows.length > 1) expect(ids).toHaveLength(maxTokens);
          expect(types).toHaveLength(ids.length);
          expect(ids.at(-1)).toBe(frame.after.ids.at(-1));
          expect(ids.filter((id) => id >= 1000 && id < 10_000)).toEqual(question.slice(0, kept));
          const shared = i > 0 ? parts[i - 1]!.at(-1)! - parts[i]![0]! + 1 : Infinity;
          expect(shared).toBeGreaterThanOrEqual(parts[i]!.length / 2);
        }
        const seen = [...new Set(parts.flat())];
        expect(seen).toEqual(passage.slice(0, seen.length));
        expect(truncated).toBe(kept < asked || seen.length < read);
      }),
      { numRuns: 40, seed: 1 },
    );
  });
});
