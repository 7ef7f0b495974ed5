import { describe, expect, it } from 'vitest';
import { createLexical } from '../../../../src/adapters/lexical/minisearch';
import type { LexicalSpec } from '../../../../src/domain/spec/experiment';

const spec: LexicalSpec = { kind: 'bm25', analyzer: 'cjk-bigram', k1: 1.2, b: 0.7, delta: 0.5, score: 'bm25+' };
const texts = ['red red apple', 'green apple pie', 'blue sky', 'red sky at night', '日本半导体产业', '日本料理'];

async function indexed() {
  const lexical = createLexical();
  await lexical.create({ analyzer: 'cjk-bigram' });
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

  it('finds Chinese by bigrams', async () => {
    const lexical = await indexed();
    const { docs } = await lexical.search({ queries: ['半导体'], depth: 10, spec });
    expect([...docs]).toEqual([4]);
  });

  it('answers the same from an index that was stored and opened again', async () => {
    const lexical = await indexed();
    const again = createLexical();
    await again.open({ index: (await lexical.serialise())!, analyzer: 'cjk-bigram' });
    const query = { queries: ['red sky', '日本', 'nothing here'], depth: 10, spec };
    const [a, b] = [await lexical.search(query), await again.search(query)];
    expect({ ...b, milliseconds: null }).toEqual({ ...a, milliseconds: null });
  });

  it('breaks ties by lower position and stops at the depth', async () => {
    const lexical = createLexical();
    await lexical.create({ analyzer: 'cjk-bigram' });
    await lexical.add({ texts: ['same words', 'same words', 'same words'] });
    const { docs } = await lexical.search({ queries: ['words'], depth: 2, spec });
    expect([...docs]).toEqual([0, 1]);
  });
});
