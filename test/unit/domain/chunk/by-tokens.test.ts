import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../../src/adapters/model/token-offsets';
import { type CountTokens, cutByTokens } from '../../../../src/domain/chunk/by-tokens';
import { bundledTokenizer } from '../../../golden/models';

const tokenizer = bundledTokenizer('hitrate-embedding');
const tokensOf = (text: string): number => countTokens(tokenizer, [text])[0]!;

async function chunks(text: string, size: number, overlap = 0, count: CountTokens = bundled): Promise<string[]> {
  const spec = { kind: 'tokens', model: 'm', revision: 'r', size, overlap, context: 'none' } as const;
  return (await cutByTokens({ text }, spec, count)).map(({ start, end }) => text.slice(start, end));
}

const bundled: CountTokens = (texts) => Promise.resolve(countTokens(tokenizer, texts));
const letters: CountTokens = (texts) => Promise.resolve(Uint32Array.from(texts.map((text) => text.length)));

const PROSE =
  'Visitors photographed the table because it was painted in a handsome blue; nobody (3.5 km away) could’ve agreed. '.repeat(
    12,
  ) + '图书馆只有一层楼，窗户朝东，早晨的光会一直照到最里面的书架。'.repeat(12);

describe('chunks by tokens', () => {
  it('are full: none has more tokens than asked for, and with one word more it would have', async () => {
    for (const size of [5, 16, 64]) {
      const found = await chunks(PROSE, size);
      const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(PROSE)];
      let at = 0;
      for (const chunk of found) {
        const start = PROSE.indexOf(chunk, at);
        at = start + chunk.length;
        const next = words.find(({ index, segment }) => index >= at && segment.trim() !== '');
        expect(tokensOf(chunk)).toBeLessThanOrEqual(size);
        if (next) expect(tokensOf(PROSE.slice(start, next.index + next.segment.length))).toBeGreaterThan(size);
      }
    }
  });

  it('count the chunk itself: the sum of its words is another number, where blanks are tokens too', async () => {
    // Words of 3 letters: 3 + 1 + 3 = 7 as a chunk, 6 as a sum.
    expect(await chunks('aaa bbb ccc', 6, 0, letters)).toEqual(['aaa', 'bbb', 'ccc']);
    expect(await chunks('aaa bbb ccc', 7, 0, letters)).toEqual(['aaa bbb', 'ccc']);
    expect(await chunks('aaa bbb ccc', 11, 0, letters)).toEqual(['aaa bbb ccc']);
  });

  it('begin with as many of the last words as the overlap allows', async () => {
    expect(await chunks('aa bb cc dd ee', 8, 5, letters)).toEqual(['aa bb cc', 'bb cc dd', 'cc dd ee']);
    expect(await chunks('aa bb cc dd ee', 8, 4, letters)).toEqual(['aa bb cc', 'cc dd ee']);
    expect(await chunks('aa bb cc dd ee', 8, 1, letters)).toEqual(['aa bb cc', 'dd ee']);
  });

  it('begin without, where no new word would fit behind them', async () => {
    expect(await chunks('aa bb cccccc dd', 6, 3, letters)).toEqual(['aa bb', 'cccccc', 'dd']);
  });

  it('cut a word that is longer than the size into characters, and no character', async () => {
    expect(await chunks('ab 🫖🫖🫖 cd', 4, 0, letters)).toEqual(['ab', '🫖🫖', '🫖', 'cd']);
    expect(await chunks('🫖🫖', 1, 0, letters)).toEqual(['🫖', '🫖']);
  });

  it('are none of a text without words', async () => {
    expect(await chunks('', 4)).toEqual([]);
    expect(await chunks(' \n', 4)).toEqual([]);
  });

  it('ask for few counts: the first guess is right where words add up', async () => {
    let texts = 0;
    const found = await chunks(PROSE, 64, 0, (asked) => {
      texts += asked.length;
      return bundled(asked);
    });
    const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(PROSE)];
    expect(texts - words.filter(({ segment }) => segment.trim() !== '').length).toBeLessThanOrEqual(4 * found.length);
  });

  it('refuse an overlap that is not less than the size', async () => {
    await expect(chunks('a', 3, 3, letters)).rejects.toThrow('an overlap of 3 must be less than the size, 3');
  });
});
