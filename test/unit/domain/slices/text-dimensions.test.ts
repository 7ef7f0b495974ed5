import { describe, expect, it } from 'vitest';
import { type SlicedQuestion } from '../../../../src/domain/slices/dimension';
import { textDimensions, wordsLong } from '../../../../src/domain/slices/dimensions';

const asked = (texts: readonly string[]): SlicedQuestion[] =>
  texts.map((text) => ({ text, origin: 'given', relevant: [], tags: [] }));
const copies = (count: number, text: string): string[] => Array.from({ length: count }, () => text);
const namesOf = (texts: readonly string[], codes: readonly string[]): (string[] | null)[] =>
  textDimensions(asked(texts), codes).map((each) => each && each.slices.map(({ id }) => id));

describe('wordsLong', () => {
  it.each([
    ['Which tram runs at night?', 5],
    ['well-known don’t', 2],
    ['半导体产业', 2.5],
    ['DRAM 的价格', 2.5],
    ['', 0],
  ])('of “%s” is %d', (text, words) => {
    expect(wordsLong(text)).toBe(words);
  });
});

describe('textDimensions', () => {
  it('divides by language, script, length and type', () => {
    const texts = [...copies(10, 'why is the line closed'), ...copies(10, '半导体产业的现状是什么呢请告诉我'), ''];
    expect(namesOf(texts, [...copies(10, 'en'), ...copies(10, 'zh'), 'und'])).toEqual([
      ['language:en', 'language:zh'],
      ['script:Latn', 'script:Hani'],
      ['length:short', 'length:long'],
      ['question-type:how-why', 'question-type:fact'],
    ]);
  });

  it('calls up to the median long, or short', () => {
    const texts = [...copies(12, 'tram night'), ...copies(11, 'tram night fare zone map')];
    const length = textDimensions(asked(texts), copies(23, 'en'))[2]!;
    expect(length.slices.map(({ label, questions }) => [label.data, questions.length])).toEqual([
      [{ long: false, words: 2 }, 12],
      [{ long: true, words: 2 }, 11],
    ]);
  });

  it('has no dimension where all questions are alike', () => {
    expect(namesOf(copies(30, 'tram night'), copies(30, 'en'))).toEqual([null, null, null, null]);
  });
});
