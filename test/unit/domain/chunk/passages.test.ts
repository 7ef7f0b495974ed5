import { describe, expect, it } from 'vitest';
import { DEFAULT_CHUNKER, type SplitChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { passagesOf, spansOf } from '../../../../src/domain/chunk/by-tokens';
import { packPlaces, passageAt, unpackPlaces } from '../../../../src/domain/chunk/places';
import { type Doc, docId } from '../../../../src/base/types';

const doc: Doc = {
  id: docId('a'),
  title: 'Guide',
  text: 'Pumps\nOne pump.\n\nValves\nOne valve.',
  metadata: { year: 1984 },
  outline: {
    pages: [],
    headings: [
      { start: 0, level: 1, text: 'Pumps' },
      { start: 17, level: 2, text: 'Valves' },
    ],
  },
};

const contextOf = ({ title, context = '' }: Doc) => ({ title, context });

const words = (texts: readonly string[]) =>
  Promise.resolve(Uint32Array.from(texts, (text) => text.split(/\s+/).filter(Boolean).length));
const spec: SplitChunkerSpec = { ...DEFAULT_CHUNKER, size: 20, overlap: 0, context: 'headings' };

describe('the passages of documents', () => {
  it('have the metadata of their document, and what stands before them as a title', async () => {
    const passages = await passagesOf([doc], spec, words);
    expect(passages.map(({ doc: { id, title, text, metadata } }) => [id, title, text, metadata])).toEqual([
      ['a#0-15', 'Guide › Pumps', 'Pumps\nOne pump.', { year: 1984 }],
      ['a#17-34', 'Guide › Pumps › Valves', 'Valves\nOne valve.', { year: 1984 }],
    ]);
    expect(passages.map(({ place }) => place)).toEqual([
      { doc: 'a', start: 0, end: 15 },
      { doc: 'a', start: 17, end: 34 },
    ]);
  });

  it('are made again of their places and titles, on the other side of a boundary', async () => {
    const other = { id: docId('b'), title: '', text: 'Pipes\n\nPipes leak.' };
    const byId = new Map([doc, other].map((each) => [each.id, each]));
    const passages = await passagesOf([other, doc], { ...spec, size: 8, context: 'sentence' }, words);
    const chunks = unpackPlaces(packPlaces(passages));
    expect(chunks).toEqual(passages.map(({ place, doc: { id } }) => ({ id, place })));
    const again = chunks.map(({ place }, i) => passageAt(byId.get(place.doc)!, place, contextOf(passages[i]!.doc)));
    expect(again).toEqual(passages.map((each) => each.doc));
  });

  it('are cut by tokens where the chunker counts them, and not at all where documents are the passages', async () => {
    const tokens: SplitChunkerSpec = {
      kind: 'tokens',
      model: 'm',
      revision: 'r',
      size: 2,
      overlap: 0,
      context: 'none',
    };
    expect((await spansOf(doc, tokens, words)).map(({ start, end }) => doc.text.slice(start, end))).toEqual([
      'Pumps\nOne',
      'pump.\n\nValves',
      'One valve.',
    ]);
    expect(await spansOf(doc, { kind: 'whole' }, words)).toEqual([{ start: 0, end: doc.text.length }]);
  });
});
