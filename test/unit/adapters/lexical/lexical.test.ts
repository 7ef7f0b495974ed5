import MiniSearch from 'minisearch';
import { describe, expect, it, vi } from 'vitest';
import { createLexical } from '../../../../src/adapters/lexical/lexical';
import type { IndexKind } from '../../../../src/contract/workers';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import {
  defaultTermGraph,
  type LexicalSpec,
  type MiniSearchSpec,
} from '../../../../src/domain/retrieval/retriever-spec';
import { DEFAULT_SCORERS } from '../../../../src/domain/retrieval/lexical/scorers';

const analyzer = DEFAULT_ANALYZER;
const spec: MiniSearchSpec = { kind: 'minisearch', analyzer, k1: 1.2, b: 0.7, delta: 0.5, score: 'bm25+' };
const lucene: LexicalSpec = {
  kind: 'lexical',
  analyzer,
  scorer: DEFAULT_SCORERS['bm25-lucene'],
  question: { kind: 'as-asked' },
};
const texts = ['red red apple', 'green apple pie', 'blue sky', 'red sky at night', '日本半导体产业', '日本料理'];

async function indexed(kind: IndexKind = 'minisearch') {
  const lexical = createLexical();
  await lexical.create({ kind, analyzer });
  await lexical.add({ texts: texts.slice(0, 3) });
  await lexical.add({ texts: texts.slice(3) });
  return lexical;
}

/** BM25+ written out: lengths count distinct terms, as MiniSearch counts them. */
function bm25Plus(query: string[], doc: string): number {
  const tokens = (text: string): string[] => text.split(' ');
  const plain = texts.slice(0, 4);
  const lengths = [3 - 1, 3, 2, 4, 6, 3];
  const average = lengths.reduce((a, b) => a + b, 0) / lengths.length;
  return query.reduce((sum, term) => {
    const tf = tokens(doc).filter((token) => token === term).length;
    const df = plain.filter((text) => tokens(text).includes(term)).length;
    if (tf === 0) return sum;
    const idf = Math.log(1 + (texts.length - df + 0.5) / (df + 0.5));
    const length = new Set(tokens(doc)).size;
    return sum + idf * (0.5 + (tf * 2.2) / (tf + 1.2 * (0.3 + (0.7 * length) / average)));
  }, 0);
}

describe('lexical search', () => {
  it('gives the BM25+ sum, without MiniSearch’s factor of matched terms', async () => {
    const lexical = await indexed();
    const { docs, scores } = await lexical.search({ queries: ['red sky'], depth: 10, spec });
    const found = new Map([...docs].map((doc, i) => [doc, scores[i]!]));
    expect([...docs]).toEqual([3, 0, 2]);
    for (const doc of [3, 0, 2]) expect(found.get(doc)).toBeCloseTo(bm25Plus(['red', 'sky'], texts[doc]!), 10);
  });

  it('keeps that factor as a variant of another name', async () => {
    const lexical = await indexed();
    const plain = await lexical.search({ queries: ['red sky'], depth: 10, spec });
    const times = await lexical.search({
      queries: ['red sky'],
      depth: 10,
      spec: { ...spec, score: 'times-matched-terms' },
    });
    const of = (result: typeof plain, doc: number): number => result.scores[[...result.docs].indexOf(doc)]!;
    expect(of(times, 3)).toBeCloseTo(2 * of(plain, 3), 10);
    expect(of(times, 0)).toBeCloseTo(of(plain, 0), 10);
  });

  it('reads typed arrays: MiniSearch’s search, which makes an object of every passage it finds, is not asked', async () => {
    const own = vi.spyOn(MiniSearch.prototype, 'search');
    const lexical = await indexed();
    const { docs } = await lexical.search({ queries: ['red sky'], depth: 10, spec });
    await lexical.explain({ query: 'red', passages: [{ position: 0, indexed: texts[0]!, shown: [] }], spec });
    expect(docs).toHaveLength(3);
    expect(own).not.toHaveBeenCalled();
    own.mockRestore();
  });

  it.each([
    ['minisearch', spec],
    ['postings', lucene],
  ] as const)('does not add to an index of %s that is searched already', async (kind, asked) => {
    const lexical = await indexed(kind);
    await lexical.search({ queries: ['red'], depth: 1, spec: asked });
    await expect(lexical.add({ texts: ['more'] })).rejects.toThrow('searched already');
  });

  it.each([
    ['minisearch', spec],
    ['postings', lucene],
  ] as const)('answers the same from a stored index of %s, opened again', async (kind, asked) => {
    const lexical = await indexed(kind);
    const again = createLexical();
    expect(await again.open({ kind, ...(await lexical.serialise())!, analyzer })).toBe(true);
    const query = { queries: ['red sky', '日本', 'nothing here'], depth: 10, spec: asked };
    const [a, b] = [await lexical.search(query), await again.search(query)];
    expect({ ...b, milliseconds: null }).toEqual({ ...a, milliseconds: null });
    expect(a.docs.length).toBeGreaterThan(2);
  });

  it('breaks ties by lower position and stops at the depth', async () => {
    const lexical = createLexical();
    await lexical.create({ kind: 'minisearch', analyzer });
    await lexical.add({ texts: ['same words', 'same words', 'same words'] });
    const { docs } = await lexical.search({ queries: ['words'], depth: 2, spec });
    expect([...docs]).toEqual([0, 1]);
  });

  it('does not open an index of the other kind, or one that was written half', async () => {
    const [mini, own] = [await indexed(), await indexed('postings')];
    const opened = (kind: IndexKind, index: Blob | object) =>
      createLexical().open({ kind, index: index as Blob, analyzer });
    expect(await opened('postings', (await mini.serialise())!.index)).toBe(false);
    expect(await opened('minisearch', (await own.serialise())!.index)).toBe(false);
    const text = await ((await mini.serialise())!.index as Blob).text();
    for (const broken of ['{"documentCount": 3', '{}', 'null', text.replace('Version":2', 'Version":1')])
      expect(await opened('minisearch', new Blob([broken]))).toBe(false);
    expect(await opened('postings', { ...(await own.serialise())!.index, docs: new Uint32Array(1) })).toBe(false);
  });

  it('searches one index of our own by another spec, without building it again', async () => {
    const lexical = await indexed('postings');
    const first = await lexical.search({ queries: ['red sky'], depth: 10, spec: lucene });
    const graph = await lexical.search({ queries: ['red sky'], depth: 10, spec: defaultTermGraph(analyzer) });
    const again = await lexical.search({ queries: ['red sky'], depth: 10, spec: lucene });
    expect([...first.docs]).toEqual([3, 0, 2]);
    // The walk goes on from “apple”, which a passage with “red” has, to one that has no word of the question.
    expect([...graph.docs]).toContain(1);
    expect([...again.scores]).toEqual([...first.scores]);
  });

  describe('explaining', () => {
    const shown = (text: string) => [text.split(' ')[0]!, text];
    const explained = async (kind: IndexKind, query: string, asked: MiniSearchSpec | LexicalSpec) => {
      const lexical = await indexed(kind);
      const { docs, scores } = await lexical.search({ queries: [query], depth: 10, spec: asked });
      const passages = [...docs].map((position) => ({
        position,
        indexed: texts[position]!,
        shown: shown(texts[position]!),
      }));
      const explanations = await lexical.explain({ query, passages, spec: asked });
      return explanations.map((each, i) => ({ ...each, ranked: scores[i]!, text: passages[i]!.indexed }));
    };

    it.each([
      ['bm25+', 'red sky nowhere red'],
      ['times-matched-terms', 'red sky nowhere red'],
      ['bm25+', '日本半导体'],
    ] as const)('gives shares that add up to MiniSearch’s score, as %s, for “%s”', async (score, query) => {
      const all = await explained('minisearch', query, { ...spec, score });
      expect(all.length).toBeGreaterThan(1);
      for (const { terms, ranked, score: told } of all) {
        expect(Math.abs(terms.reduce((sum, { share }) => sum + share!, 0) - ranked)).toBeLessThan(1e-9);
        expect(told).toBeCloseTo(ranked, 12);
      }
    });

    it('counts terms in question, passage and collection alike, whatever the index', async () => {
      for (const [kind, asked] of [
        ['minisearch', spec],
        ['postings', lucene],
      ] as const) {
        const [first] = (await explained(kind, 'red sky nowhere red', asked)).filter(({ text }) => text === texts[0]);
        expect(first!.terms.map(({ share: _, ...counts }) => counts)).toEqual([
          { term: 'red', inQuestion: 2, added: false, inDocument: 2, documents: 2 },
          { term: 'sky', inQuestion: 1, added: false, inDocument: 0, documents: 2 },
          { term: 'nowhere', inQuestion: 1, added: false, inDocument: 0, documents: 0 },
        ]);
        expect(first!.terms.map(({ share }) => share! > 0)).toEqual([true, false, false]);
      }
    });

    it('tells where the terms stand in each text that is shown', async () => {
      const [only] = await explained('postings', '半导体 nothing', lucene);
      expect(only!.places[1]).toEqual([
        { term: '半导', start: 2, end: 4 },
        { term: '导体', start: 3, end: 5 },
      ]);
    });
  });
});
