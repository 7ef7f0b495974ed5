import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BertTokenizer } from '@xenova/transformers';
import { describe, expect, it } from 'vitest';
import { parts, countTokens } from '../../../../src/adapters/model/token-offsets';
import { MODELS } from '../../../../tools/models/seal.mjs';

const json = (name: string): object =>
  JSON.parse(readFileSync(join(MODELS, 'hitrate-embedding', name), 'utf8')) as object;
const tokenizer = new BertTokenizer(json('tokenizer.json'), json('tokenizer_config.json'));

describe('parts of a text', () => {
  it('are all of it, and end before white space', () => {
    expect(parts('one two three', 8)).toEqual([
      { start: 0, end: 7 },
      { start: 7, end: 13 },
    ]);
    expect(parts('', 8)).toEqual([]);
    expect(parts('12345678', 8)).toEqual([{ start: 0, end: 8 }]);
  });

  it('never cut a code point where there is no white space', () => {
    const text = 'a😀😀😀😀';
    const found = parts(text, 4).map(({ start, end }) => text.slice(start, end));
    expect(found.join('')).toBe(text);
    expect(found).toEqual(['a😀', '😀😀', '😀']);
  });
});

describe('tokens counted with the bundled tokenizer', () => {
  it('leave special tokens out', () => {
    expect([...countTokens(tokenizer, ['the cat', '日本', '', '  '])]).toEqual([2, 2, 0, 0]);
    const withSpecial = tokenizer(['the cat'], { return_tensor: false }) as Record<string, number[][]>;
    expect(withSpecial['input_ids']![0]!.length).toBeGreaterThan(2);
  });

  it('of a text longer than a tokenizer takes at once are those of its parts together', () => {
    expect([...countTokens(tokenizer, ['the cat '.repeat(50_000), '竞争'.repeat(200_000)])]).toEqual([
      100_000, 400_000,
    ]);
    expect([...countTokens(tokenizer, [])]).toEqual([]);
  });
});
