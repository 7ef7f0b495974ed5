import { describe, expect, it } from 'vitest';
import {
  allowedEdits,
  logLikelihoodRatio,
  Spelling,
  Synonyms,
} from '../../../../../src/domain/retrieval/vocabulary/expansions';
import { DEFAULT_QUESTIONS } from '../../../../../src/domain/retrieval/retriever-spec';

it('the log-likelihood ratio is that of Dunning’s paper: “the swiss”', () => {
  // Both 110, the first alone 2442, the second alone 111, neither 29114.
  expect(logLikelihoodRatio(110, 110 + 2442, 110 + 111, 110 + 2442 + 111 + 29114)).toBeCloseTo(270.72, 2);
});

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
  it('ranks by distance, then frequency, then name, and gives them', () => {
    // A swap is one edit, and not two.
    expect(spelling.correct(['retrievla']).get('retrievla')).toEqual([
      { term: 'retrieval', weight: 1 - 1 / 9, distance: 1, frequency: 40 },
      { term: 'retrieved', weight: 1 - 2 / 9, distance: 2, frequency: 12 },
    ]);
    expect(corrected('zafer')).toEqual(['safer', 'wafer']);
    expect(corrected('waer')).toEqual(['water', 'wafer']);
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

  it('refuses options out of range', () => {
    expect(() => new Spelling([], { maxDistance: 3 as 2, most: 1 })).toThrow(RangeError);
    expect(() => new Spelling([], { maxDistance: 1, most: -1 })).toThrow(RangeError);
  });
});

/** 100 passages: `car` and `automobile` in 8 and 6, of which 5 are the same; `road` in half of all; `odd` once. */
const passages = Array.from({ length: 100 }, (_, i) => [
  ...(i < 8 ? ['car', 'car'] : []),
  ...(i >= 3 && i < 9 ? ['automobile'] : []),
  ...(i % 2 === 0 ? ['road'] : []),
  ...(i === 3 ? ['odd'] : []),
  ...(i < 8 ? ['引擎'] : []),
  ...(i < 7 ? ['擎天'] : []),
  `only${i}`,
]);
const { synonyms: DEFAULTS } = DEFAULT_QUESTIONS;
const synonyms = new Synonyms(passages, DEFAULTS);

describe('terms that belong together', () => {
  it('are those that come together far more often than by chance, with their evidence', () => {
    const expected = {
      term: 'automobile',
      weight: 10 / 14,
      together: 5,
      passages: 6,
      logLikelihood: logLikelihoodRatio(5, 8, 6, 100),
    };
    expect(synonyms.expand(['car']).get('car')).toContainEqual(expected);
    expect(
      synonyms
        .expand(['automobile'])
        .get('automobile')
        ?.map(({ term }) => term),
    ).toEqual(['car', '引擎', '擎天']);
  });

  it('are not rare terms that came together once, which pointwise mutual information puts first', () => {
    const found = synonyms
      .expand(['automobile'])
      .get('automobile')!
      .map(({ term }) => term);
    expect(found).not.toContain('odd');
    const all = new Synonyms(passages, { ...DEFAULTS, leastTogether: 1, most: 20 });
    const ranked = all.expand(['automobile']).get('automobile')!;
    expect(ranked[0]!.term).toBe('car');
    expect(ranked.every(({ logLikelihood }, i) => i === 0 || logLikelihood <= ranked[i - 1]!.logLikelihood)).toBe(true);
  });

  it('are not common terms, nor those that avoid each other', () => {
    const halves = Array.from({ length: 40 }, (_, i) => [i < 20 ? 'left' : 'right', i < 4 ? 'both' : `x${i}`]);
    const open = new Synonyms(halves, { ...DEFAULTS, leastTogether: 0, mostPassages: 1 });
    expect([...open.expand(['right']).keys()]).toEqual([]);
    expect(synonyms.expand(['road']).get('road')).toBeUndefined();
    expect(
      synonyms
        .expand(['car'])
        .get('car')!
        .map(({ term }) => term),
    ).not.toContain('road');
  });

  it('are not pieces of the same Chinese word', () => {
    expect(
      synonyms
        .expand(['引擎'])
        .get('引擎')!
        .map(({ term }) => term),
    ).toEqual(['car', 'automobile']);
  });

  it('refuses options out of range', () => {
    for (const wrong of [{ most: -1 }, { leastLogLikelihood: -1 }, { mostPassages: 1.5 }])
      expect(() => new Synonyms([], { ...DEFAULTS, ...wrong })).toThrow(RangeError);
  });
});
