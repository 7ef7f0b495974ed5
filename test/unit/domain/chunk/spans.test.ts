import { describe, expect, it } from 'vitest';
import { OrderedSpans } from '../../../../src/domain/chunk/chunked-truth';
import { cut, passagesOf, spansOf } from '../../../../src/domain/chunk/by-tokens';
import { isPythonSpace, trimmed, VisibleText } from '../../../../src/domain/chunk/spans';
import { type Doc, docId } from '../../../../src/base/types';
import { DEFAULT_CHUNKER, type SplitChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { packPlaces, passageAt, unpackPlaces } from '../../../../src/domain/chunk/places';

const span = (start: number, end: number) => ({ start, end });

describe('spans in order', () => {
  it('are not at a place that they only touch, and nothing is at an empty one between them', () => {
    const spans = new OrderedSpans([span(0, 10), span(10, 20)]);
    expect(spans.at(span(10, 12))).toEqual([span(10, 20)]);
    expect(spans.at(span(10, 10))).toEqual([]);
    expect(new OrderedSpans([]).at(span(0, 5))).toEqual([]);
  });

  it('are found where a long one begins far before the place, and shorter ones end in between', () => {
    const spans = new OrderedSpans([span(0, 100), span(1, 2), span(3, 4), span(90, 95)]);
    expect(spans.at(span(50, 60))).toEqual([span(0, 100)]);
    expect(spans.at(span(94, 96))).toEqual([span(0, 100), span(90, 95)]);
  });
});

/**
 * What CPython 3.11.7 prints, for `isspace` and `strip` alike:
 * `[c for c in range(0x110000) if chr(c).isspace()]` and `[c for c in range(0x110000) if ('a' + chr(c)).strip() == 'a']`.
 */
const OF_PYTHON: ReadonlySet<number> = new Set([
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
]);

const recursive = { kind: 'recursive', size: 10, overlap: 0, separators: 'latin', context: 'none' } as const;
const chunks = (text: string): string[] =>
  cut({ id: docId('d'), title: '', text }, recursive).map(({ start, end }) => text.slice(start, end));

describe('white space of Python', () => {
  it('is that of str.strip for every code point of the basic plane', () => {
    const wrong: string[] = [];
    for (let code = 0; code < 0x10000; code++) {
      const text = `${String.fromCodePoint(code)}a${String.fromCodePoint(code)}`;
      const kept = trimmed(text, { start: 0, end: text.length }, isPythonSpace)!;
      const expected = OF_PYTHON.has(code) ? 'a' : text;
      if (text.slice(kept.start, kept.end) !== expected) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('is what the recursive chunker trims, as LangChain calls strip', () => {
    expect(chunks('\ufeffalpha')).toEqual(['\ufeffalpha']);
    expect(chunks('\x1calpha\x1d \x1ebeta\x1f\x85')).toEqual(['alpha', 'beta']);
    expect(chunks('\u180ealpha\u200b')).toEqual(['\u180ealpha\u200b']);
    expect(chunks('\x1c\x1d \x1e\x1f')).toEqual([]);
  });
});

describe('overlap', () => {
  const text = 'abcd  efgh\n\nijkl';
  const visible = new VisibleText(text);
  const span = (start: number, end: number) => ({ start, end });

  it('white space counts nothing', () => {
    expect(visible.of(span(0, 16))).toBe(12);
    expect(visible.of(span(4, 6))).toBe(0);
    expect(visible.of(span(3, 7))).toBe(2);
  });

  it('two spans share their part of the shorter one, so that one within the other shares all', () => {
    expect(visible.overlap(span(0, 16), span(6, 8))).toBe(1);
    expect(visible.overlap(span(6, 8), span(0, 16))).toBe(1);
    // Two of four characters; of the longer one it would be a quarter, of both together a fifth.
    expect(visible.overlap(span(0, 8), span(6, 12))).toBe(0.5);
    expect(visible.overlap(span(0, 4), span(6, 10))).toBe(0);
  });

  it('white space to Python alone counts nothing either: the recursive chunker trims it', () => {
    // U+0085 is at 1: with it counted, neither chunk would have half of the judged span.
    const nextLine = new VisibleText('t\u0085\n\n한 and more');
    expect(nextLine.of(span(0, 5))).toBe(2);
    expect(nextLine.overlap(span(0, 1), span(0, 5))).toBe(1);
    expect(nextLine.overlap(span(4, 5), span(0, 5))).toBe(1);
  });
});

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
