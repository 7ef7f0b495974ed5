import { describe, expect, it } from 'vitest';
import { columnName, type Placed, ROUTE_FEATURES, TERM_FEATURES } from '../../../../src/domain/ltr/features';
import { docId, type Ranking } from '../../../../src/base/types';

const list: Ranking = [
  { id: docId('a'), score: 8 },
  { id: docId('b'), score: 5 },
  { id: docId('c'), score: 4 },
];

const ofRoute = (placed: Partial<Placed>) =>
  ROUTE_FEATURES.map(({ value }) =>
    value({ list, normalised: Float64Array.of(1, 0.25, 0), depth: 10, place: -1, ...placed }),
  );

const ofTerms = (question: string, doc: string) => {
  const split = (text: string) => text.split(' ').filter((term) => term !== '');
  const docTerms = split(doc);
  return TERM_FEATURES.map(({ value }) =>
    value({ question: split(question), doc: docTerms, docTerms: new Set(docTerms), meanLength: 4 }),
  );
};

describe('features of a route', () => {
  it('are score, rank, normalised score and whether it was found', () => {
    expect(ROUTE_FEATURES.map(({ name }) => columnName(name, 'bm25'))).toEqual([
      'score(bm25)',
      'rank(bm25)',
      'normalised(bm25)',
      'found(bm25)',
    ]);
    expect(ofRoute({ place: 0 })).toEqual([8, 1, 1, 1]);
    expect(ofRoute({ place: 1 })).toEqual([5, 2, 0.25, 1]);
  });

  it('of a document that is absent: the lowest score, a rank behind the depth, 0 and 0', () => {
    expect(ofRoute({})).toEqual([4, 11, 0, 0]);
    // A list longer than was said, and one of nothing: an absent document is never in front.
    expect(ofRoute({ depth: 2 })).toEqual([4, 4, 0, 0]);
    expect(ofRoute({ list: [], normalised: new Float64Array(0) })).toEqual([0, 11, 0, 0]);
  });
});

describe('features of terms', () => {
  it('are length ratio, term coverage and exact phrase', () => {
    expect(TERM_FEATURES.map(({ name }) => name)).toEqual(['length-ratio', 'term-coverage', 'exact-phrase']);
    expect(ofTerms('the cat', 'on the mat the cat sat')).toEqual([1.5, 1, 1]);
    expect(ofTerms('cat the', 'on the mat the cat sat')).toEqual([1.5, 1, 0]);
    expect(ofTerms('cat dog', 'cat cat')).toEqual([0.5, 0.5, 0]);
  });

  it('count a repeated term of the question once, and need it twice in the phrase', () => {
    expect(ofTerms('cat cat dog', 'cat')).toEqual([0.25, 0.5, 0]);
    expect(ofTerms('cat cat', 'a cat')).toEqual([0.5, 1, 0]);
    expect(ofTerms('a a b', 'a a a b')).toEqual([1, 1, 1]);
  });

  it('are 0 where question or document have no terms', () => {
    expect(ofTerms('', 'a b')).toEqual([0.5, 0, 0]);
    expect(ofTerms('a', '')).toEqual([0, 0, 0]);
  });
});
