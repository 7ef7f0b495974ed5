import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BertTokenizer } from '@xenova/transformers';
import { expect, it } from 'vitest';
import { rowInputs, textRows } from '../../../../src/adapters/model/graph-inputs';

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
