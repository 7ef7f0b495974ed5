import { expect, it } from 'vitest';
import { loadStopWords } from '../../../../src/adapters/text/loaders';
import { STOP_WORD_LANGUAGES } from '../../../../src/domain/text/analyzer-spec';

it('has words of every language that a spec can name', async () => {
  for (const language of STOP_WORD_LANGUAGES) expect((await loadStopWords(language)).length).toBeGreaterThan(20);
});

it('has the words of the language, and of no other', async () => {
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
