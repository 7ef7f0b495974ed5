import { describe, expect, it } from 'vitest';
import { loadStemmer } from '../../src/adapters/text/loaders';
import { STEMMER_LANGUAGES } from '../../src/domain/text/analyzer-spec';
import { goldenPath, readJson } from './read';

const stems = readJson<Record<string, Record<string, string>>>(goldenPath('text', 'stems.json'));

describe('stemmers against Snowball', () => {
  it('has words of every language', () => {
    expect(Object.keys(stems).sort()).toEqual([...STEMMER_LANGUAGES].sort());
  });

  it.each(STEMMER_LANGUAGES)('gives the stems of %s', async (language) => {
    const stem = await loadStemmer(language);
    const expected = stems[language]!;
    expect(Object.fromEntries(Object.keys(expected).map((word) => [word, stem(word)]))).toEqual(expected);
  });
});
