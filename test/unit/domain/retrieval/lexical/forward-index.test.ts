import { describe, expect, it } from 'vitest';
import { ForwardIndex } from '../../../../../src/domain/retrieval/lexical/search';
import { opened, passages, terms } from './make';

describe('a forward index', () => {
  it('has of every document the terms that it was made of, with how often each occurs', () => {
    const postings = opened(passages);
    const { offsets, terms: ids, frequencies } = new ForwardIndex(postings);
    const texts = postings.termTexts();
    passages.forEach((passage, doc) => {
      const found = Array.from(ids.subarray(offsets[doc]!, offsets[doc + 1]!), (term, i) => [
        texts[term]!,
        frequencies[offsets[doc]! + i]!,
      ]);
      const counts = new Map<string, number>();
      for (const term of terms(passage)) counts.set(term, (counts.get(term) ?? 0) + 1);
      expect(new Map(found as [string, number][])).toEqual(counts);
    });
  });

  it('is empty of an empty index', () => {
    const { offsets, terms: ids } = new ForwardIndex(opened([]));
    expect([...offsets]).toEqual([0]);
    expect(ids).toHaveLength(0);
  });
});
