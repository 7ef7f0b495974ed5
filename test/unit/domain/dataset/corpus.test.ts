import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../../../src/domain/run/order';
import { contentKey } from '../../../../src/base/hash';
import { type Doc, docId, type Metadata } from '../../../../src/base/types';
import { describeDocs, prepareCorpus, readKey, textKey, summariseFields } from '../../../../src/domain/dataset/corpus';

describe('a corpus', () => {
  const doc = (id: string, text = id, title = ''): Doc => ({ id: docId(id), title, text });

  it('is ordered by id, descending by bytes, so that the lower position wins a tie as in trec_eval', () => {
    // UTF-16 units would put U+1F642 before U+FFEE.
    const docs = [doc('a'), doc('\uffee'), doc('🙂'), doc('b')];
    expect(Array.from(prepareCorpus(docs).order, (at) => docs[at]!.id)).toEqual(['🙂', '\uffee', 'b', 'a']);
  });

  it('has a key that follows ids, texts and outlines, and not the order of the file', () => {
    const { key } = prepareCorpus([doc('a', 'x'), doc('b', 'y')]);
    expect(prepareCorpus([doc('b', 'y'), doc('a', 'x')]).key).toBe(key);
    const outline = { pages: [0], headings: [] };
    const others = [[doc('a', 'x'), doc('b', 'z')], [doc('a', 'x'), doc('c', 'y')], [doc('a', 'x'), { ...doc('b', 'y'), outline }]]; // prettier-ignore
    for (const other of others) expect(prepareCorpus(other).key).not.toBe(key);
  });

  it('has the keys of the parts hashed whole, by which what was computed before is found', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1 });
    const ids = fc.uniqueArray(id, { maxLength: 1200, size: 'max' });
    fc.assert(
      fc.property(ids, fc.boolean(), (names, described) => {
        const docs = names.map((name): Doc => ({ ...doc(name), ...(described ? { metadata: { n: name } } : {}) }));
        const ordered = docs.toSorted((a, b) => compareBytes(b.id, a.id));
        const corpus = prepareCorpus(docs);
        expect(Array.from(corpus.order, (at) => docs[at])).toEqual(ordered);
        expect(corpus.textKeys).toEqual(ordered.map(({ text }) => textKey(text)));
        expect(corpus.key).toBe(contentKey({ ids: ordered.map((each) => each.id), textKeys: corpus.textKeys }));
        const metadata = contentKey(ordered.map((each) => [each.id, each.metadata]));
        expect(corpus.metadataKey).toBe(described && docs.length > 0 ? metadata : null);
      }),
      { numRuns: 30 },
    );
  });

  it('is described by its keys and its fields', () => {
    const docs = [{ ...doc('a'), metadata: { year: 1984 } }, doc('b')];
    const { key, metadataKey } = prepareCorpus(docs);
    expect(describeDocs(docs)).toMatchObject({ key, metadataKey, fields: [{ name: 'year', docs: 1 }] });
    expect(readKey({ key, metadataKey }, [])).toBe(key);
    expect(readKey({ key, metadataKey }, ['year'])).toBe(contentKey({ corpus: key, metadata: metadataKey }));
  });
});

describe('the fields of a collection', () => {
  const doc = (i: number, metadata?: Metadata): Doc => ({
    id: docId(`d${i}`),
    title: '',
    text: '',
    ...(metadata && { metadata }),
  });

  it('are told with how many documents have them, their values and examples', () => {
    const docs = [doc(1, { colour: ['red', 'blue'] }), doc(2, { colour: 'red' }), doc(3)];
    expect(summariseFields(docs)).toEqual([
      { name: 'colour', docs: 2, values: ['red', 'blue'], examples: ['red', 'blue'], range: null },
    ]);
  });

  it('have a range where every document that has them has a number, also one written as text', () => {
    const [price, size] = summariseFields([doc(1, { price: '10.5', size: 4 }), doc(2, { price: 2, size: 'XL' })]);
    expect(price!.range).toEqual([2, 10.5]);
    expect(size!.range).toBeNull();
  });
});
