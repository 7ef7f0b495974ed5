import { describe, expect, it } from 'vitest';
import type { ScorerSpecOf } from '../../../../../src/domain/retrieval/lexical/scorer-spec';
import { scorerOf } from '../../../../../src/domain/retrieval/lexical/registry';
import { LexicalSearch } from '../../../../../src/domain/retrieval/lexical/search';
import { expectScore, opened, passages, scores, terms } from './make';

const spec: ScorerSpecOf<'query-likelihood'> = { kind: 'query-likelihood', mu: 10 };

/** Of 11 tokens, `a` is 2 and `c` 5. */
const a = Math.log((2 + (10 * 2) / 11) / (3 + 10));
const c = Math.log((0 + (10 * 5) / 11) / (3 + 10));

describe('query-likelihood', () => {
  it('equals the formula by hand, and no near miss', () => {
    expectScore(scores(spec, 'a c').get(0), a + c, {
      'absent terms left out': a,
      'document frequency instead of collection frequency': Math.log((2 + 10 / 11) / 13) + Math.log(20 / 11 / 13),
      'documents instead of tokens': Math.log((2 + (10 * 2) / 5) / 13) + Math.log((10 * 5) / 5 / 13),
      'logarithm to base 10': (a + c) / Math.LN10,
      'divided by the collection’s part, as in Lucene': a + c - Math.log(2 / 11) - Math.log(5 / 11),
    });
  });

  it('counts repeats in the question, and leaves out what no document holds', () => {
    expectScore(scores(spec, 'a c a').get(0), 2 * a + c, { 'repeats counted once': a + c });
    expectScore(scores(spec, 'a nowhere').get(0), a, {});
  });

  it('finds only documents that hold a term, though the empty one has a higher score', () => {
    const search = new LexicalSearch(opened(passages), spec);
    const hits = search.search(terms('e b'), 5);
    expect(hits.map(({ doc }) => doc).sort()).toEqual([0, 1, 4]);
    expectScore(search.explain(terms('e b'), 3).score, Math.log(1 / 11) + Math.log(2 / 11), {});
  });

  it('gives the same for frequencies within and beyond its table of logarithms', () => {
    const many = Array.from({ length: 60 }, (_, i) => 'x '.repeat(i + 1) + 'y');
    const tokens = (60 * 61) / 2 + 60;
    const found = scores(spec, 'x', many);
    expect(found.size).toBe(60);
    for (const [doc, score] of found)
      expectScore(score, Math.log((doc + 1 + (10 * (tokens - 60)) / tokens) / (doc + 2 + 10)), {});
  });

  it.each([0, -1, NaN, Infinity])('refuses a μ of %d', (mu) => {
    expect(() => scorerOf(opened(passages), { ...spec, mu })).toThrow(RangeError);
  });
});
