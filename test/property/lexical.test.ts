import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Postings, PostingsBuilder } from '../../src/domain/retrieval/lexical/postings';
import { scorerOf, type ScorerSpec } from '../../src/domain/retrieval/lexical/scorers';
import { LexicalSearch } from '../../src/domain/retrieval/lexical/search';

/** Few terms, so that documents share them, among them some that are awkward to join and to look up. */
const term: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'ab', 'bc', '', ' ', '__proto__', '日本', '🙂');
const document = fc.array(term, { maxLength: 12 });
const collection = fc.array(document, { maxLength: 15 });
const question = fc.array(fc.oneof(term, fc.constant('nowhere')), { maxLength: 8 });

const k1 = fc.double({ min: 0, max: 3, noNaN: true });
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const spec: fc.Arbitrary<ScorerSpec> = fc.oneof(
  fc.record({ kind: fc.constant('bm25-lucene' as const), k1, b: unit }),
  fc.record({
    kind: fc.constant('bm25-plus' as const),
    k1,
    b: unit,
    delta: unit,
    absent: fc.constantFrom('nothing' as const, 'delta' as const),
  }),
  fc.record({
    kind: fc.constant('bm25l' as const),
    k1,
    b: unit,
    delta: unit,
    form: fc.constantFrom('paper' as const, 'rank-bm25' as const),
  }),
  fc.record({ kind: fc.constant('bm25-okapi' as const), k1, b: unit, epsilon: unit }),
  fc.constant({ kind: 'tf-idf' as const }),
  fc.record({ kind: fc.constant('query-likelihood' as const), mu: fc.double({ min: 0.1, max: 3000, noNaN: true }) }),
);

function stored(documents: readonly string[][]) {
  const builder = new PostingsBuilder();
  builder.add(documents);
  return builder.finish();
}

const searchOf = (documents: readonly string[][], of: ScorerSpec): LexicalSearch =>
  new LexicalSearch(new Postings(stored(documents)), of);

describe('a search', () => {
  it('finds the documents that hold a term of the question, all of them and no other, in order', () => {
    fc.assert(
      fc.property(collection, question, spec, (documents, terms, of) => {
        const hits = searchOf(documents, of).search(terms, 20);
        const holding = documents.flatMap((words, doc) => (terms.some((text) => words.includes(text)) ? [doc] : []));
        expect(hits.map(({ doc }) => doc).sort((a, b) => a - b)).toEqual(holding);
        expect(hits).toEqual([...hits].sort((a, b) => b.score - a.score || a.doc - b.doc));
        expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
      }),
    );
  });

  it('does not depend on the questions asked before', () => {
    fc.assert(
      fc.property(collection, fc.array(question, { maxLength: 4 }), question, spec, (documents, before, terms, of) => {
        const search = searchOf(documents, of);
        for (const other of before) {
          search.search(other, 3);
          documents.forEach((_, doc) => search.explain(other, doc));
        }
        expect(search.search(terms, 20)).toEqual(searchOf(documents, of).search(terms, 20));
      }),
    );
  });
});

it('an explanation has the score that the search gives, and shares that add up to it', () => {
  fc.assert(
    fc.property(collection, question, spec, (documents, terms, of) => {
      const search = searchOf(documents, of);
      for (const { doc, score } of search.search(terms, 20)) {
        const explained = search.explain(terms, doc);
        const parts = explained.shares.map(({ share }) => share);
        const size = parts.reduce((sum, share) => sum + Math.abs(share), 1e-300);
        const sum = parts.reduce((total, share) => total + share, 0);
        expect(explained.score).toBe(score);
        expect(Math.abs(sum - score) / size).toBeLessThan(1e-12);
      }
    }),
  );
});

it('a scorer is worth for many postings what it is worth for each alone', () => {
  fc.assert(
    fc.property(collection, spec, (documents, of) => {
      const postings = new Postings(stored(documents));
      const scorer = scorerOf(postings, of);
      for (let id = 0; id < postings.termCount; id++) {
        const [from, to] = [postings.offsets[id]!, postings.offsets[id + 1]!];
        const [together, alone] = [new Float64Array(documents.length), new Float64Array(documents.length)];
        scorer.add(id, 1.5, from, to, together);
        for (let at = from; at < to; at++) scorer.add(id, 1.5, at, at + 1, alone);
        expect(together).toEqual(alone);
      }
    }),
  );
});
