import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../../../src/domain/run/order';
import { contentKey } from '../../../../src/base/hash';
import { type Doc, docId } from '../../../../src/base/types';
import { prepareCorpus, textKey } from '../../../../src/engine/kernel/corpus';
import { pausesOf } from '../pauses';

const doc = (id: string, text = id, title = ''): Doc => ({ id: docId(id), title, text });

describe('a corpus', () => {
  it('is ordered by id, descending by bytes, so that the lower position wins a tie as in trec_eval', async () => {
    // UTF-16 units would put U+1F642 before U+FFEE.
    const { ids } = await prepareCorpus([doc('a'), doc('\uffee'), doc('🙂'), doc('b')]);
    expect(ids).toEqual(['🙂', '\uffee', 'b', 'a']);
  });

  it('joins title and text', async () => {
    expect((await prepareCorpus([doc('a', 'text', 'title')])).texts).toEqual(['title\ntext']);
    expect((await prepareCorpus([doc('a', 'text')])).texts).toEqual(['text']);
  });

  it('has a key that follows ids and texts, and not the order of the file', async () => {
    const { key } = await prepareCorpus([doc('a', 'x'), doc('b', 'y')]);
    expect((await prepareCorpus([doc('b', 'y'), doc('a', 'x')])).key).toBe(key);
    expect((await prepareCorpus([doc('a', 'x'), doc('b', 'z')])).key).not.toBe(key);
    expect((await prepareCorpus([doc('a', 'x'), doc('c', 'y')])).key).not.toBe(key);
  });

  it('has the keys of the parts hashed whole, by which what was computed before is found', async () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1 });
    const ids = fc.uniqueArray(id, { maxLength: 1200, size: 'max' });
    await fc.assert(
      fc.asyncProperty(ids, fc.boolean(), async (names, described) => {
        const docs = names.map((name): Doc => ({ ...doc(name), ...(described ? { metadata: { n: name } } : {}) }));
        const ordered = docs.toSorted((a, b) => compareBytes(b.id, a.id));
        const corpus = await prepareCorpus(docs);
        expect(corpus.docs).toEqual(ordered);
        expect(corpus.key).toBe(
          contentKey({ ids: ordered.map((each) => each.id), textKeys: ordered.map(({ text }) => textKey(text)) }),
        );
        const metadata = contentKey(ordered.map((each) => [each.id, each.metadata]));
        expect(corpus.metadataKey).toBe(described && docs.length > 0 ? metadata : null);
      }),
      { numRuns: 30 },
    );
  });

  it('lets the page in between while it is prepared', async () => {
    const docs = Array.from({ length: 1000 }, (_, i) => doc(`d${i}`));
    expect(await pausesOf(() => prepareCorpus(docs))).toBeGreaterThan(1000);
  });
});
