import { describe, expect, it } from 'vitest';
import { loadStemmer, loadStopWords } from '../../../../src/adapters/text/loaders';
import {
  STEMMER_LANGUAGES,
  STOP_WORD_LANGUAGES,
  type StemmerLanguage,
} from '../../../../src/domain/text/analyzer-spec';

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

it('loadStopWords has words of every language that a spec can name', async () => {
  for (const language of STOP_WORD_LANGUAGES) expect((await loadStopWords(language)).length).toBeGreaterThan(20);
});

it('loadStopWords has the words of the language, and of no other', async () => {
  const [english, german, japanese] = await Promise.all([
    loadStopWords('en'),
    loadStopWords('de'),
    loadStopWords('ja'),
  ]);
  expect(english).toEqual(expect.arrayContaining(['the', 'of', "don't"]));
  expect(english).not.toContain('und');
  expect(german).toEqual(expect.arrayContaining(['und', 'über']));
  expect(japanese).toEqual(expect.arrayContaining(['これ', 'について']));
});
