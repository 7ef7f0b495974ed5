import { describe, expect, it } from 'vitest';
import { LexicalSearch } from '../../../../../src/domain/retrieval/lexical/search';
import { opened, passages, terms } from './make';

const lucene = { kind: 'bm25-lucene', k1: 1.2, b: 0.75 } as const;

describe('lexical search', () => {
  it('gives the best first, and of equal scores the lower position', () => {
    const search = new LexicalSearch(opened(['y', 'x', 'x x', 'x', 'x']), lucene);
    expect(search.search(['x'], 10).map(({ doc }) => doc)).toEqual([2, 1, 3, 4]);
    expect(search.search(['x'], 2).map(({ doc }) => doc)).toEqual([2, 1]);
  });

  it('finds nothing for no term, for terms that no document holds, and in no documents', () => {
    const search = new LexicalSearch(opened(passages), lucene);
    expect(search.search([], 10)).toEqual([]);
    expect(search.search(['nowhere'], 10)).toEqual([]);
    expect(search.search(['a'], 0)).toEqual([]);
    expect(new LexicalSearch(opened([]), lucene).search(['a'], 10)).toEqual([]);
    expect(new LexicalSearch(opened(['', '']), lucene).search(['a'], 10)).toEqual([]);
  });

  it('finds no empty document', () => {
    const found = new LexicalSearch(opened(passages), lucene).search(terms('a b c d e'), 10);
    expect(found.map(({ doc }) => doc).sort()).toEqual([0, 1, 2, 4]);
  });

  it('can be asked again after it was asked', () => {
    const search = new LexicalSearch(opened(passages), lucene);
    const first = search.search(terms('a b'), 10);
    search.search(terms('b c d'), 1);
    search.explain(terms('a c'), 0);
    expect(search.search(terms('a b'), 10)).toEqual(first);
  });
});

describe('the explanation of a score', () => {
  const search = new LexicalSearch(opened(passages), lucene);

  it('names each term once, with its counts and its share', () => {
    const { score, shares } = search.explain(terms('b nowhere c b a'), 1);
    expect(shares.map(({ share: _, ...rest }) => rest)).toEqual([
      { term: 'b', inQuestion: 2, inDocument: 1, documents: 2 },
      { term: 'nowhere', inQuestion: 1, inDocument: 0, documents: 0 },
      { term: 'c', inQuestion: 1, inDocument: 1, documents: 2 },
      { term: 'a', inQuestion: 1, inDocument: 0, documents: 1 },
    ]);
    const [b, nowhere, c, a] = shares.map(({ share }) => share);
    expect([nowhere, a]).toEqual([0, 0]);
    expect(b).toBeCloseTo(2 * c!, 12);
    expect(score).toBe(b! + c!);
  });

  it('has the score that the search gives', () => {
    for (const { doc, score } of search.search(terms('a b c'), 10))
      expect(search.explain(terms('a b c'), doc).score).toBe(score);
  });

  it('says what an absent term costs, where the scorer has it cost something', () => {
    const likelihood = new LexicalSearch(opened(passages), { kind: 'query-likelihood', mu: 10 });
    const { score, shares } = likelihood.explain(terms('a c'), 0);
    expect(shares[1]).toMatchObject({ term: 'c', inDocument: 0 });
    expect(shares[1]!.share).toBeCloseTo(Math.log(50 / 11 / 13), 12);
    expect(shares[0]!.share + shares[1]!.share).toBeCloseTo(score, 12);
  });

  it('refuses a document that is not there', () => {
    for (const doc of [-1, 5, 0.5]) expect(() => search.explain(['a'], doc)).toThrow(RangeError);
  });
});
