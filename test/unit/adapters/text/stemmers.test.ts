import { describe, expect, it } from 'vitest';
import { loadStemmer } from '../../../../src/adapters/text/loaders';
import { STEMMER_LANGUAGES, type StemmerLanguage } from '../../../../src/domain/text/analyzer-spec';

describe('loadStemmer', () => {
  it.each<[StemmerLanguage, string, string]>([
    ['en', 'generalizations', 'general'],
    // Porter's first algorithm, which the package calls English, gives “dy”.
    ['en', 'dying', 'die'],
    ['de', 'häuser', 'haus'],
    ['fr', 'continuellement', 'continuel'],
    ['es', 'corriendo', 'corr'],
    ['it', 'abbandonata', 'abbandon'],
    ['ru', 'книгами', 'книг'],
    ['sv', 'flickorna', 'flick'],
  ])('of %s makes %s %s', async (language, word, expected) => {
    expect((await loadStemmer(language))(word)).toBe(expected);
  });

  it.each(STEMMER_LANGUAGES)('of %s leaves Chinese, Japanese and numbers alone', async (language) => {
    const stem = await loadStemmer(language);
    for (const token of ['半导', '走る', 'タワー', '한국', '2024', '3.14']) expect(stem(token)).toBe(token);
  });
});
