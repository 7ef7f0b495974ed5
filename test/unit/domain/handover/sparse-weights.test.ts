import { describe, expect, it } from 'vitest';
import { MiniSearchBuilder } from '../../../../src/adapters/lexical/minisearch-index';
import { SparseWeights, sparseSpec } from '../../../../src/domain/handover/sparse-weights';
import { LexicalSearch } from '../../../../src/domain/retrieval/lexical/search';
import { Postings, PostingsBuilder } from '../../../../src/domain/retrieval/lexical/postings';
import type { ScorerSpec } from '../../../../src/domain/retrieval/lexical/scorers';
import { LEXICAL, MINISEARCH } from './make';

const WORDS = 'a b c d e f g h'.split(' ');
/** Passages of 0 to 89 terms, some of them often. */
const PASSAGES = Array.from({ length: 30 }, (_, i) =>
  Array.from({ length: (i * 7) % 90 }, (_, j) => WORDS[(i * j + j * j + (i % 3)) % WORDS.length]!),
);
const QUESTIONS = [['a'], ['b', 'c', 'b'], ['h', 'unknown', 'd', 'a', 'a']];

const dot = (a: { indices: readonly number[]; values: readonly number[] }, b: typeof a): number => {
  const weights = new Map(a.indices.map((index, i) => [index, a.values[i]!]));
  return b.indices.reduce((sum, index, i) => sum + (weights.get(index) ?? 0) * b.values[i]!, 0);
};

function weighed(weights: SparseWeights): number[][] {
  for (const terms of PASSAGES) weights.add(terms);
  return QUESTIONS.map((terms) => PASSAGES.map((each) => dot(weights.passage(each), weights.question(terms))));
}

const SCORERS: ScorerSpec[] = [
  { kind: 'bm25-lucene', k1: 1.2, b: 0.75 },
  { kind: 'bm25-lucene', k1: 1.2, b: 0.75, lengths: 'byte' },
  { kind: 'bm25-plus', k1: 1.5, b: 0.7, delta: 1, absent: 'nothing' },
  { kind: 'bm25l', k1: 1.5, b: 0.75, delta: 0.5, form: 'paper' },
  { kind: 'bm25l', k1: 1.5, b: 0.75, delta: 0.5, form: 'rank-bm25' },
  { kind: 'bm25-okapi', k1: 1.5, b: 0.75, epsilon: 0.25 },
];

describe('sparse weights', () => {
  it.each(SCORERS.map((scorer) => [JSON.stringify(scorer), scorer] as const))('add up to %s', (_, scorer) => {
    const builder = new PostingsBuilder();
    builder.add(PASSAGES);
    const search = new LexicalSearch(new Postings(builder.finish()), scorer);
    const scores = weighed(new SparseWeights(sparseSpec({ ...LEXICAL, scorer })!));
    QUESTIONS.forEach((terms, q) =>
      PASSAGES.forEach((_, doc) => expect(scores[q]![doc]).toBeCloseTo(search.explain(terms, doc).score, 10)),
    );
  });

  it('add up to MiniSearch’s own scores, divided by the terms that match', () => {
    const scores = weighed(new SparseWeights(sparseSpec(MINISEARCH)!));
    const index = new MiniSearchBuilder((text) => (text === '' ? [] : text.split(' ')));
    index.addAll(PASSAGES.map((terms, id) => ({ id, text: terms.join(' ') })));
    const { k1: k, b, delta: d } = MINISEARCH;
    for (const [q, terms] of QUESTIONS.entries())
      for (const { id, score, terms: matched } of index.search(terms.join(' '), { bm25: { k, b, d } }))
        expect(scores[q]![id as number]).toBeCloseTo(score / new Set(matched).size, 10);
  });

  it('are none of scores in which one term changes what another is worth', () => {
    expect(sparseSpec({ ...MINISEARCH, score: 'times-matched-terms' })).toBeNull();
    expect(sparseSpec({ ...LEXICAL, scorer: { kind: 'tf-idf' } })).toBeNull();
    expect(sparseSpec({ ...LEXICAL, scorer: { kind: 'query-likelihood', mu: 2000 } })).toBeNull();
  });

  it('names terms by their numbers', () => {
    const weights = new SparseWeights({ kind: 'bm25-lucene', k1: 1.2, b: 0.75 });
    weights.add(['x', 'y', 'x']);
    weights.add(['z', 'y']);
    expect([...weights.vocabulary()]).toEqual(['x', 'y', 'z']);
    expect(weights.question(['y', 'y', 'nowhere', 'x'])).toEqual({ indices: [0, 1], values: [1, 2] });
  });
});
