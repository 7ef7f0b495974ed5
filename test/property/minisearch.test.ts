import fc from 'fast-check';
import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import { createMiniSearch, openMiniSearch } from '../../src/adapters/lexical/minisearch-index';
import { DEFAULT_ANALYZER } from '../../src/domain/text/analyzer-spec';
import type { MiniSearchSpec } from '../../src/domain/retrieval/retriever-spec';

/** Few terms, so that passages share them and scores tie; among them some that are awkward in trees and in objects. */
const term = fc.constantFrom('a', 'b', 'ab', 'abc', 'abd', 'b́', '__proto__', 'constructor', '1', '日本', '🙂', '');
const passage = fc.array(term, { maxLength: 20 }).map((terms) => terms.join(' '));
const corpus = fc.array(passage, { minLength: 1, maxLength: 40 });
const question = fc.array(fc.oneof(term, fc.constant('nowhere')), { maxLength: 12 }).map((terms) => terms.join(' '));
const spec: fc.Arbitrary<MiniSearchSpec> = fc.record({
  kind: fc.constant('minisearch' as const),
  analyzer: fc.constant(DEFAULT_ANALYZER),
  k1: fc.double({ min: 0, max: 5, noNaN: true }),
  b: fc.double({ min: 0, max: 1, noNaN: true }),
  delta: fc.double({ min: 0, max: 2, noNaN: true }),
  score: fc.constantFrom('bm25+' as const, 'times-matched-terms' as const),
});
const depth = fc.nat(45);

/** Empty terms too, which MiniSearch counts in the length of a passage and indexes nowhere. */
const analyze = (text: string): string[] => text.split(' ');

/** MiniSearch's own search, its factor divided out unless it is asked for, sorted by score and position. */
function searchOfMiniSearch(texts: readonly string[], asked: string, most: number, of: MiniSearchSpec) {
  const index = new MiniSearch({ fields: ['text'], tokenize: analyze, processTerm: (each) => each });
  index.addAll(texts.map((text, id) => ({ id, text })));
  return index
    .search(asked, { combineWith: 'OR', bm25: { k: of.k1, b: of.b, d: of.delta } })
    .map(({ id, score, queryTerms }) => ({
      doc: id as number,
      score: of.score === 'bm25+' ? score / queryTerms.length : score,
    }))
    .sort((x, y) => y.score - x.score || x.doc - y.doc)
    .slice(0, most);
}

function built(texts: readonly string[]) {
  const index = createMiniSearch(analyze);
  index.add(texts.slice(0, 3));
  index.add(texts.slice(3));
  return index;
}

describe('BM25+ of MiniSearch from typed arrays', () => {
  it('has every score of its own search, to the last bit, in the same order', () => {
    fc.assert(
      fc.property(corpus, fc.array(question, { maxLength: 4 }), depth, spec, (texts, questions, most, of) => {
        const search = built(texts).searcher(of);
        for (const asked of questions)
          expect(search(asked, most)).toStrictEqual(searchOfMiniSearch(texts, asked, most, of));
      }),
      { numRuns: 1000 },
    );
  });

  it('stores what MiniSearch stores, and opens what it stored', async () => {
    await fc.assert(
      fc.asyncProperty(corpus, question, spec, async (texts, asked, of) => {
        const index = new MiniSearch({ fields: ['text'], tokenize: analyze, processTerm: (each) => each });
        index.addAll(texts.map((text, id) => ({ id, text })));
        const stored = JSON.stringify(index);
        expect(await (built(texts).serialise() as Blob).text()).toBe(stored);
        const opened = await openMiniSearch(new Blob([stored]), analyze);
        expect(opened!.searcher(of)(asked, 40)).toStrictEqual(searchOfMiniSearch(texts, asked, 40, of));
      }),
    );
  });
});
