import { describe, expect, test } from 'vitest';
import { namesIn } from '../../../../../src/domain/questions/generate/names';
import type { QuestionLanguage } from '../../../../../src/domain/questions/candidate';

const names = (sentence: string, language: QuestionLanguage): string[] =>
  namesIn(sentence, language).map(({ written }) => written);

describe('names of things in a sentence', () => {
  test('English: between an article or a preposition and what follows a noun', () => {
    expect(names('The harbour wall of Brandholm was built by masons from the northern quarries.', 'en')).toEqual([
      'the harbour wall',
      'Brandholm',
      'masons',
      'the northern quarries',
    ]);
  });

  test.each([
    ['verbs: ', 'They tried to carry hundreds of letters.'],
    ['gerunds: ', 'Prices fell by limiting demand in the winter.'],
    ['a singular noun without its article: ', 'It works in water and at night.'],
    ['empty nouns: ', 'It is a number of the kind in the case.'],
  ])('English: no %s%s', (_, sentence) => {
    for (const wrong of ['carry hundreds', 'limiting demand', 'water', 'night', 'a number', 'the kind', 'the case'])
      expect(names(sentence, 'en')).not.toContain(wrong);
  });

  test('Chinese: behind 的 or a preposition, before 的, 是 or a mark; no adverbs at the beginning of a clause', () => {
    expect(names('后来，日本的半导体企业对材料的需求增长了。', 'zh')).toEqual(['日本', '半导体企业', '材料']);
  });

  test('Japanese: before a particle, not before する', () => {
    expect(names('灯台は港の入口を照明する。', 'ja')).toEqual(['灯台', '入口']);
  });

  test('keep the key of a thing in lower case, without its article', () => {
    expect(namesIn('The Clock Tower of the town is old.', 'en').map(({ key }) => key)).toEqual(['clock tower', 'town']);
  });
});
