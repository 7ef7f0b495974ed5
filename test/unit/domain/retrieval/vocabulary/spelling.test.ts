import { describe, expect, it } from 'vitest';
import { DEFAULT_QUESTIONS } from '../../../../../src/domain/retrieval/retriever-spec';
import { allowedEdits, Spelling } from '../../../../../src/domain/retrieval/vocabulary/expansions';

const vocabulary: [string, number][] = [
  ['retrieval', 40],
  ['retrieved', 12],
  ['wafer', 7],
  ['water', 30],
  ['safer', 7],
  ['gpt4', 9],
  ['半导体', 50],
  ['the', 900],
  ['semiconductor', 3],
];
const spelling = new Spelling(vocabulary, DEFAULT_QUESTIONS.spelling);
const corrected = (term: string): string[] => (spelling.correct([term]).get(term) ?? []).map((each) => each.term);

describe('spelling', () => {
  it('finds what is left out, put in, replaced and swapped', () => {
    expect(corrected('semconductor')).toEqual(['semiconductor']);
    expect(corrected('semmiconductor')).toEqual(['semiconductor']);
    expect(corrected('semicomductor')).toEqual(['semiconductor']);
    expect(corrected('semicodnuctor')).toEqual(['semiconductor']);
  });

  it('finds edits behind the beginning that is looked up', () => {
    expect(corrected('semiconductro')).toEqual(['semiconductor']);
    expect(corrected('semiconducctorr')).toEqual(['semiconductor']);
  });

  it('ranks by distance, then frequency, then name, and gives them', () => {
    // A swap is one edit, and not two.
    expect(spelling.correct(['retrievla']).get('retrievla')).toEqual([
      { term: 'retrieval', weight: 1 - 1 / 9, distance: 1, frequency: 40 },
      { term: 'retrieved', weight: 1 - 2 / 9, distance: 2, frequency: 12 },
    ]);
    expect(corrected('zafer')).toEqual(['safer', 'wafer']);
    expect(corrected('waer')).toEqual(['water', 'wafer']);
  });

  it('leaves words of the collection alone, though a commoner one is near', () => {
    expect(corrected('wafer')).toEqual([]);
  });

  it('leaves numbers and CJK terms alone, and offers none', () => {
    expect(corrected('gpt5')).toEqual([]);
    expect(corrected('gptt')).toEqual([]);
    expect(corrected('半导')).toEqual([]);
    expect(corrected('半导体a')).toEqual([]);
  });

  it('allows fewer edits in short terms', () => {
    expect([1, 2, 3, 5, 6, 20].map(allowedEdits)).toEqual([0, 0, 1, 1, 2, 2]);
    expect(corrected('th')).toEqual([]);
    expect(corrected('thx')).toEqual(['the']);
    // Two edits, five characters.
    expect(corrected('wavwr')).toEqual([]);
  });

  it('keeps as many as are asked for, within the edits that are', () => {
    const terms = (options: Partial<typeof DEFAULT_QUESTIONS.spelling>): unknown =>
      new Spelling(vocabulary, { ...DEFAULT_QUESTIONS.spelling, ...options }).correct(['retrievla']).get('retrievla')
        ?.length;
    expect(terms({ most: 1 })).toBe(1);
    expect(terms({ maxDistance: 1 })).toBe(1);
    expect(terms({ maxDistance: 0 })).toBeUndefined();
  });

  it('gives only terms with corrections, each once', () => {
    expect([...spelling.correct(['zafer', 'wafer', 'zafer', 'qqqqqq']).keys()]).toEqual(['zafer']);
  });

  it('refuses options out of range', () => {
    expect(() => new Spelling([], { maxDistance: 3 as 2, most: 1 })).toThrow(RangeError);
    expect(() => new Spelling([], { maxDistance: 1, most: -1 })).toThrow(RangeError);
  });
});
