import { PreTrainedTokenizer } from '@xenova/transformers';
import { describe, expect, it } from 'vitest';
import { MAX_CHARACTERS, ONE_LOGIT, pairReader, readPairs, relevance } from '../../../../src/adapters/model/pairs';
import { tokenizerOf } from './tokenizers';

const tokenizer = tokenizerOf('hitrate-reranker');
const reader = pairReader(tokenizer);
const asked = (passages: string[]) => [{ query: 'q', passages }];
const plain = { padding: false, truncation: false, return_tensor: false } as const;

describe('pairs, with the tokenizer of the bundled reranker', () => {
  it.each([
    ['glass houses?', 'People who live in glass houses should not throw stones.'],
    ['半导体产业有竞争力吗', '日本的材料与设备行业仍然具有竞争力。'],
    ['a [SEP] b', 'written out: [SEP] [CLS]'],
  ])('that fit are the plain encoding: %s', (question, passage) => {
    const { rows, tokens, truncated } = readPairs(reader, [{ query: question, passages: [passage] }], 512);
    const encoded = tokenizer([question], { ...plain, text_pair: [passage] }) as Record<string, number[][]>;
    expect(rows).toEqual([{ pair: 0, ids: encoded['input_ids']![0], types: encoded['token_type_ids']![0] }]);
    expect([[...tokens], [...truncated]]).toEqual([[rows[0]!.ids.length], [0]]);
  });

  it('that are longer are read in windows, and tell which was not read whole', () => {
    const passages = ['glass', 'the long road home '.repeat(300), '日本'.repeat(20_000), ''];
    const { rows, tokens, truncated } = readPairs(reader, [{ query: 'glass houses', passages }], 512);
    const count = (pair: number): number => rows.filter((row) => row.pair === pair).length;
    expect(passages.map((_, pair) => count(pair))).toEqual([1, 4, 32, 1]);
    expect([...truncated]).toEqual([0, 0, 1, 0]);
    expect(tokens[1]).toBe(5 + 1200);
    expect(rows.map(({ ids }) => ids.length)).toEqual(rows.map(({ ids }) => ids.length).sort((a, b) => b - a));
    for (const { ids } of rows) expect(ids.at(-1)).toBe(tokenizer.sep_token_id);
  });

  it('of a passage without a space do not overflow the stack', () => {
    for (const passage of ['竞争'.repeat(200_000), 'x'.repeat(400_000)])
      expect([...readPairs(reader, asked([passage, 'x'.repeat(MAX_CHARACTERS)]), 512).truncated]).toEqual([1, 0]);
  });

  it('know which token belongs to which text where the network wants it, though the tokenizer says it only when asked', () => {
    const silent = tokenizerOf('hitrate-reranker', PreTrainedTokenizer);
    expect(pairReader(silent)).toMatchObject({ frame: { passageType: 0 } });
    expect(pairReader(silent, true)).toMatchObject({ frame: reader.frame });
    expect(reader.frame.passageType).toBe(1);
  });
});

const output = (values: number[], ...dims: number[]) => ({ data: Float32Array.from(values), dims });

describe('relevance', () => {
  it('is the only logit', () => {
    expect([...relevance(output([2, -1], 2, 1), 2, ONE_LOGIT)]).toEqual([2, -1]);
    expect([...relevance(output([2, -1], 2), 2, ONE_LOGIT)]).toEqual([2, -1]);
  });

  it('is of two the difference to the label that means relevant, not its logit alone', () => {
    const two = output([1, 3, 5, 4], 2, 2);
    expect([...relevance(two, 2, { logit: 'difference', relevant: 1 })]).toEqual([2, -1]);
    expect([...relevance(two, 2, { logit: 'difference', relevant: 0 })]).toEqual([-2, 1]);
  });

  it('of another number of labels, or that is no number, is refused', () => {
    expect(() => relevance(output([1, 2, 3, 4], 2, 2), 2, ONE_LOGIT)).toThrow(/2 × 2 logits where 2 × 1/);
    expect(() => relevance(output([1, 2], 2, 1), 2, { logit: 'difference', relevant: 1 })).toThrow(/2 × 1 logits/);
    expect(() => relevance(output([1, 2, 3], 1, 3, 1), 1, ONE_LOGIT)).toThrow(/1 × 3 × 1 logits/);
    expect(() => relevance(output([1, NaN], 2, 1), 2, ONE_LOGIT)).toThrow(/no numbers/);
  });
});
