import { describe, expect, it } from 'vitest';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../../src/domain/retrieval/dense/vector-search-spec';
import { rocchio } from '../../../../../src/domain/retrieval/feedback/rocchio';
import {
  type FeedbackCollection,
  relevanceModel,
  rm3,
  type Rm3Options,
} from '../../../../../src/domain/retrieval/feedback/rm3';
import { DEFAULT_QUESTIONS } from '../../../../../src/domain/retrieval/retriever-spec';

const rows = Float32Array.of(1, 0, 0, 2, 4, 4, -8, 0);
const query = Float32Array.of(1, 1);
const list = [0, 1, 2, 3].map((doc) => ({ doc }));
const { rocchio: DEFAULTS } = DEFAULT_VECTOR_SEARCHES;

describe('Rocchio', () => {
  it('adds the mean of the first rows and takes off the mean of the last', () => {
    // 2 (1, 1) + ½ ((1, 0) + (0, 2)) / 2 − ¼ (−8, 0).
    const moved = rocchio(query, rows, list, { alpha: 2, beta: 0.5, gamma: 0.25, first: 2, last: 1 });
    expect([...moved]).toEqual([2 + 0.25 + 2, 2 + 0.5]);
    // The sum of the first rows instead of their mean.
    expect(moved[0]).not.toBe(2 + 0.5 + 2);
  });

  it('never takes a row for relevant and for not relevant', () => {
    const options = { alpha: 0, beta: 1, gamma: 1, first: 2, last: 3 };
    expect([...rocchio(query, rows, list.slice(0, 3), options)]).toEqual([0.5 - 4, 1 - 4]);
    expect([...rocchio(query, rows, list.slice(0, 2), options)]).toEqual([0.5, 1]);
  });

  it('takes nothing off by default, and an empty list leaves the question', () => {
    expect(rocchio(query, rows, list, DEFAULTS)).toEqual(
      rocchio(query, rows, list.slice(0, 3), { ...DEFAULTS, gamma: 1, last: 0 }),
    );
    expect(rocchio(query, rows, [], DEFAULTS)).toEqual(query);
  });

  it('refuses hits that are no rows, and counts that are none', () => {
    expect(() => rocchio(query, rows, [{ doc: 4 }], DEFAULTS)).toThrow(RangeError);
    expect(() => rocchio(query, rows, list, { ...DEFAULTS, first: 1.5 })).toThrow(RangeError);
    expect(() => rocchio(query, rows, list, { ...DEFAULTS, last: -1 })).toThrow(RangeError);
  });
});

function collectionOf(...texts: string[]): FeedbackCollection {
  const docs = texts.map((text) => text.split(' ').filter((term) => term !== ''));
  return {
    documentCount: docs.length,
    documentFrequency: (term) => docs.filter((doc) => doc.includes(term)).length,
    documentLength: (doc) => docs[doc]!.length,
    termCounts: (doc) => {
      const counts = new Map<string, number>();
      for (const term of docs[doc]!) counts.set(term, (counts.get(term) ?? 0) + 1);
      return counts;
    },
  };
}

const options = (some: Partial<Rm3Options>): Rm3Options => ({
  ...DEFAULT_QUESTIONS.rm3,
  scores: 'plain',
  mostDocuments: 1,
  ...some,
});

describe('RM3', () => {
  const collection = collectionOf('a a c c', 'c d', 'e e e');
  const list = [
    { doc: 0, score: 3 },
    { doc: 1, score: 1 },
  ];

  it('by hand: documents by their scores, terms by their share of a document', () => {
    // ¾ (½ a + ½ c) + ¼ (½ c + ½ d), then half and half with the question.
    const weights = rm3(['a', 'b'], list, collection, options({}));
    expect([...weights.keys()]).toEqual(['a', 'b', 'c', 'd']);
    expect(weights.get('a')).toBeCloseTo(0.25 + 0.5 * 0.375, 15);
    expect(weights.get('b')).toBeCloseTo(0.25, 15);
    expect(weights.get('c')).toBeCloseTo(0.5 * 0.5, 15);
    expect(weights.get('d')).toBeCloseTo(0.5 * 0.125, 15);
    // If every document counted the same, “a” would have .25 + .5 · .25; by counts alone, without lengths, more.
    expect(weights.get('a')).not.toBeCloseTo(0.375, 2);
  });

  it('scales what is kept to sum 1 before it is mixed', () => {
    const model = relevanceModel(list, collection, options({ fbTerms: 2 }));
    expect([...model.keys()]).toEqual(['c', 'a']);
    expect(model.get('c')).toBeCloseTo(4 / 7, 15);
    expect(model.get('a')).toBeCloseTo(3 / 7, 15);
    const weights = rm3(['a', 'b'], list, collection, options({ fbTerms: 2, originalQueryWeight: 0.3 }));
    expect(weights.get('a')).toBeCloseTo(0.15 + 0.3, 15);
    expect([...weights.values()].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 15);
  });

  it('takes logarithms of likelihoods for what they are', () => {
    const shifted = list.map(({ doc, score }) => ({ doc, score: Math.log(score) - 2000 }));
    const weights = rm3(['a', 'b'], shifted, collection, options({ scores: 'log' }));
    for (const [term, weight] of rm3(['a', 'b'], list, collection, options({})))
      expect(weights.get(term)).toBeCloseTo(weight, 12);
    expect(() => rm3(['a'], shifted, collection, options({}))).toThrow(RangeError);
  });

  it('reads the first documents only', () => {
    const weights = rm3(['a'], list, collection, options({ fbDocs: 1 }));
    expect([...weights]).toEqual([
      ['a', 0.75],
      ['c', 0.25],
    ]);
  });

  it('takes no common terms from documents, but keeps those of the question', () => {
    const weights = rm3(['c'], list, collection, options({ mostDocuments: 0.5 }));
    // “c” is in two of three: the documents give a and d alone.
    expect(weights.get('c')).toBe(0.5);
    expect(weights.get('a')).toBeCloseTo(0.375, 15);
    expect(weights.get('d')).toBeCloseTo(0.125, 15);
  });

  it('leaves the question where documents give nothing', () => {
    const own = new Map([
      ['a', 0.5],
      ['b', 0.5],
    ]);
    expect(rm3(['b', 'a'], [], collection, options({}))).toEqual(own);
    expect(rm3(['b', 'a'], [{ doc: 0, score: 1 }], collectionOf(''), options({}))).toEqual(own);
    expect(rm3(['b', 'a'], list, collection, options({ fbTerms: 0 }))).toEqual(own);
    expect(rm3([], list, collection, options({}))).toEqual(new Map());
  });

  it('takes documents alike where all scores are 0', () => {
    const none = list.map(({ doc }) => ({ doc, score: 0 }));
    expect(relevanceModel(none, collection, options({})).get('d')).toBeCloseTo(0.25, 15);
  });

  it('refuses options that mean nothing', () => {
    for (const wrong of [{ fbDocs: -1 }, { fbTerms: 0.5 }, { originalQueryWeight: 1.1 }, { mostDocuments: -0.1 }])
      expect(() => rm3(['a'], list, collection, options(wrong))).toThrow(RangeError);
    expect(() => rm3(['a'], [{ doc: 0, score: NaN }], collection, options({}))).toThrow(RangeError);
  });
});
