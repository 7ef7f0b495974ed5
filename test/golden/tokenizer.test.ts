import { describe, expect, it } from 'vitest';
import { textRows } from '../../src/adapters/model/graph-inputs';
import { bundledTokenizer } from './models';
import { goldenPath, readJson } from './read';

/** By the trainer's tokenizer: sentences, emoji, full-width forms, rare characters, nothing, very long texts. */
const { texts, ids } = readJson<{ texts: string[]; ids: Record<string, number[][]> }>(
  goldenPath('models', 'tokens.json'),
);

describe.each(['hitrate-embedding', 'hitrate-reranker'])('the tokenizer of %s', (model) => {
  const tokenizer = bundledTokenizer(model);

  it('gives the ids of the trainer for 1,000 texts', () => {
    expect(texts).toHaveLength(1000);
    const wrong = texts.filter((text, i) => JSON.stringify(encode(text)) !== JSON.stringify(ids[model]![i]));
    expect(wrong).toEqual([]);
  });

  it('tells an unknown character from none', () => {
    expect(encode('a\u{13000}b')).not.toEqual(encode('ab'));
  });

  it('is cut without losing its last special token', () => {
    const [row] = textRows(tokenizer, [texts.find((text) => text.length > 10_000)!], 512);
    expect(row!.tokens).toBeGreaterThan(512);
    expect(row!.ids).toHaveLength(512);
    expect(row!.ids.at(-1)).toBe(3);
  });

  function encode(text: string): number[] {
    return (tokenizer(text, { return_tensor: false }) as { input_ids: number[] }).input_ids;
  }
});
