import { describe, expect, it } from 'vitest';
import { Postings, PostingsBuilder } from '../../../../../src/domain/retrieval/lexical/postings';
import { opened, passages, terms } from './make';

describe('postings', () => {
  it('know sizes and frequencies, repeats and empty documents counted', () => {
    const postings = opened(passages);
    expect([postings.docCount, postings.termCount, postings.tokenCount]).toEqual([5, 5, 11]);
    expect(postings.averageLength).toBe(2.2);
    expect(postings.documentFrequency(postings.termId('c')!)).toBe(2);
    expect(postings.collectionFrequencies[postings.termId('c')!]).toBe(5);
    expect(postings.termId('nowhere')).toBeUndefined();
  });

  it('find the posting of a document, or none', () => {
    const postings = opened(['x', 'y', 'x y', 'y', 'x']);
    const x = postings.termId('x')!;
    const found = [0, 1, 2, 3, 4, 5].map((doc) => postings.find(x, doc) - postings.offsets[x]!);
    expect(found.filter((_, doc) => [0, 2, 4].includes(doc))).toEqual([0, 1, 2]);
    expect([1, 3, 5].map((doc) => postings.find(x, doc))).toEqual([-1, -1, -1]);
  });

  it('keep any string as a term: empty, with spaces and line feeds, of half a surrogate pair', () => {
    const odd = ['', ' ', '\n', '\0', '𠮷', '\ud83d', '__proto__', 'constructor'];
    const builder = new PostingsBuilder();
    builder.add([odd, ['\n', '']]);
    const postings = new Postings(structuredClone(builder.finish()));
    expect(odd.map((term) => postings.termId(term))).toEqual(odd.map((_, i) => i));
    expect(odd.map((_, id) => postings.documentFrequency(id))).toEqual([2, 1, 2, 1, 1, 1, 1, 1]);
  });

  it('refuse parts that do not fit together', () => {
    const builder = new PostingsBuilder();
    builder.add(passages.map(terms));
    const stored = builder.finish();
    const broken = [
      { ...stored, version: 2 as 1 },
      { ...stored, terms: 'abcd' },
      { ...stored, docs: stored.docs.slice(1) },
      { ...stored, frequencies: stored.frequencies.slice(1) },
      { ...stored, offsets: stored.offsets.slice(1) },
      { ...stored, collectionFrequencies: stored.collectionFrequencies.slice(1) },
    ];
    for (const parts of broken) expect(() => new Postings(parts)).toThrow(RangeError);
  });
});
