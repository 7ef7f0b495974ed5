import { describe, expect, it } from 'vitest';
import { DEFAULT_QUESTIONS } from '../../../../../src/domain/retrieval/retriever-spec';
import { Synonyms, logLikelihoodRatio } from '../../../../../src/domain/retrieval/vocabulary/expansions';

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

  it('are as many as are asked for, none for terms that are not there', () => {
    const one = new Synonyms(passages, { ...DEFAULTS, most: 1 });
    expect(one.expand(['car', 'unknown', 'car']).get('car')).toHaveLength(1);
    expect([...one.expand(['unknown']).keys()]).toEqual([]);
    expect([...new Synonyms([], DEFAULTS).expand(['car'])]).toEqual([]);
  });

  it('refuses options out of range', () => {
    for (const wrong of [{ most: -1 }, { leastLogLikelihood: -1 }, { mostPassages: 1.5 }])
      expect(() => new Synonyms([], { ...DEFAULTS, ...wrong })).toThrow(RangeError);
  });
});
