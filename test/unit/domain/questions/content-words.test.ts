import { describe, expect, it } from 'vitest';
import { contentTerms, isContentWord, wordsIn } from '../../../../src/domain/questions/content-words';

const written = (text: string): string[] => wordsIn(text).map(({ start, end }) => text.slice(start, end));

describe('words', () => {
  it('are told with their places, hyphens and decimal points within them', () => {
    expect(written('The V8-engine’s 3.5 l, (two-stroke).')).toEqual(['The', 'V8-engine’s', '3.5', 'l', 'two-stroke']);
    expect(wordsIn('Das ÖL')[1]).toEqual({ start: 4, end: 6, text: 'öl' });
  });

  it('of Chinese and Japanese are those of the dictionary, in texts of any length', () => {
    expect(written('水泵的压力')).toEqual(['水泵', '的', '压力']);
    const long = '水泵的压力。'.repeat(4000);
    expect(wordsIn(long)).toHaveLength(12_000);
  });

  it('say what a text is about, or nothing', () => {
    expect(['pump', 'x9', 'which', 'of', '水泵', '的', '什么', 'これ'].filter(isContentWord)).toEqual([
      'pump',
      'x9',
      '水泵',
    ]);
  });
});

describe('terms that are held against others', () => {
  it('are stems without function words, and pairs of characters without ways of asking', () => {
    expect([...contentTerms('What are the pumps pumping?')]).toEqual(['pump']);
    expect([...contentTerms('什么是水泵？')]).toEqual(['水泵']);
    expect([...contentTerms('圧力とは何ですか？')]).toEqual(['圧力']);
  });
});
