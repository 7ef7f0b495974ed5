import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  chunkerName,
  chunkerProblems,
  chunkerSchema,
  type ChunkerSpec,
  cutsBySegments,
  DEFAULT_CHUNKER,
} from '../../../../src/domain/chunk/chunker-spec';
import fc from 'fast-check';
import { chunkId, headingPath, pageOf, placeOf } from '../../../../src/domain/chunk/recursive';
import { isSpace, trimmed } from '../../../../src/domain/chunk/spans';
import { docId } from '../../../../src/base/types';

const accepts = (value: unknown): boolean => v.safeParse(chunkerSchema, value).success;

describe('the spec of a chunker', () => {
  it('has whole sizes of at least 1, and no field of another kind', () => {
    expect(accepts(DEFAULT_CHUNKER)).toBe(true);
    expect(accepts({ ...DEFAULT_CHUNKER, size: 0 })).toBe(false);
    expect(accepts({ ...DEFAULT_CHUNKER, size: 10.5 })).toBe(false);
    expect(accepts({ ...DEFAULT_CHUNKER, level: 2 })).toBe(false);
    expect(accepts({ kind: 'whole', context: 'title' })).toBe(false);
    expect(accepts({ ...DEFAULT_CHUNKER, late: false })).toBe(false);
  });

  it('overlaps by less than its size, but for sentences, whose overlap is a number of them', () => {
    expect(chunkerProblems({ ...DEFAULT_CHUNKER, overlap: 999 })).toEqual([]);
    expect(chunkerProblems({ ...DEFAULT_CHUNKER, overlap: 1000 })).toHaveLength(1);
    expect(chunkerProblems({ kind: 'sentences', size: 5, overlap: 9, context: 'none' })).toEqual([]);
  });

  it('depends on the browser where words or sentences are kept whole', () => {
    const tokens: ChunkerSpec = { kind: 'tokens', model: 'm', revision: 'r', size: 9, overlap: 0, context: 'none' };
    const sentences: ChunkerSpec = { kind: 'sentences', size: 9, overlap: 0, context: 'none' };
    const sentence: ChunkerSpec = { ...DEFAULT_CHUNKER, context: 'sentence' };
    expect([tokens, sentences, sentence, DEFAULT_CHUNKER, { kind: 'whole' } as const].map(cutsBySegments)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

const context = 'none' as const;

it('a name says the kind and what is set', () => {
  const names: [ChunkerSpec, string][] = [
    [{ kind: 'whole' }, 'whole'],
    [{ kind: 'recursive', size: 1000, overlap: 100, separators: 'latin', context }, 'recursive 1000/100'],
    [{ kind: 'recursive', size: 1000, overlap: 100, separators: 'cjk', context }, 'recursive 1000/100 cjk'],
    [{ kind: 'sentences', size: 500, overlap: 1, context: 'title' }, 'sentences 500/1 +title'],
    [{ kind: 'headings', level: 2, size: 1500, context: 'headings' }, 'headings 2/1500 +headings'],
    [{ kind: 'window', size: 500, overlap: 0, context, late: true }, 'window 500/0 late'],
    [
      { kind: 'tokens', model: 'hitrate-embedding', revision: 'r', size: 256, overlap: 32, context },
      'tokens 256/32 hitrate-embedding',
    ],
  ];
  for (const [spec, name] of names) expect(chunkerName(spec)).toBe(name);
});

it('two chunkers with one name are one', () => {
  const number = fc.integer({ min: 1, max: 3 });
  const common = {
    context: fc.constantFrom('none', 'title', 'headings', 'sentence'),
    late: fc.option(fc.constant(true as const), { nil: undefined }),
  };
  const specs = fc.oneof(
    fc.record({
      kind: fc.constant('recursive'),
      size: number,
      overlap: number,
      separators: fc.constantFrom('latin', 'cjk'),
      ...common,
    }),
    fc.record({ kind: fc.constantFrom('sentences', 'window'), size: number, overlap: number, ...common }),
    fc.record({ kind: fc.constant('headings'), level: number, size: number, ...common }),
    fc.record({
      kind: fc.constant('tokens'),
      model: fc.constantFrom('a', 'b'),
      revision: fc.constant('r'),
      size: number,
      overlap: number,
      ...common,
    }),
  ) as fc.Arbitrary<ChunkerSpec>;
  fc.assert(
    fc.property(specs, specs, (a, b) => {
      if (chunkerName(a) === chunkerName(b)) expect(a).toEqual(b);
    }),
    { numRuns: 2000 },
  );
});

describe('the name of a chunk', () => {
  it('tells its place again, whatever the document is called', () => {
    for (const name of ['a.txt', 'a#1-2', 'x#y', '地図 #3.md', 'two\nlines#']) {
      const doc = docId(name);
      expect(placeOf(chunkId(doc, { start: 3, end: 14 }))).toEqual({ doc, start: 3, end: 14 });
    }
  });

  it('is none of a document', () => {
    for (const name of ['a.txt', 'a#', 'a#1', 'a#1-', 'a#-2', 'a#1-2b']) expect(placeOf(docId(name))).toBeNull();
  });
});

describe('headings over a place', () => {
  const outline = {
    pages: [0, 50],
    headings: [
      { start: 0, level: 1, text: 'Museum' },
      { start: 10, level: 3, text: 'Clocks' },
      { start: 20, level: 2, text: 'Harbour' },
      { start: 30, level: 1, text: 'Tea' },
    ],
  };

  it('are those that are open there, the highest first', () => {
    expect(headingPath({ outline }, 15)).toEqual(['Museum', 'Clocks']);
    expect(headingPath({ outline }, 20)).toEqual(['Museum', 'Harbour']);
    expect(headingPath({ outline }, 99)).toEqual(['Tea']);
    expect(headingPath({}, 5)).toEqual([]);
  });

  it('have a page, counted from 1, where there are pages', () => {
    expect([pageOf({ outline }, 0), pageOf({ outline }, 49), pageOf({ outline }, 50)]).toEqual([1, 1, 2]);
    expect(pageOf({}, 3)).toBeNull();
  });
});

describe('a span without white space at its ends', () => {
  it('is none where there is nothing else', () => {
    expect(trimmed(' \n　', { start: 0, end: 3 })).toBeNull();
    expect(trimmed(' ab　', { start: 0, end: 4 })).toEqual({ start: 1, end: 3 });
  });

  it('knows white space as the language does', () => {
    const codes = Array.from({ length: 0x10000 }, (_, code) => code);
    expect(codes.filter((code) => isSpace(code) !== /\s/.test(String.fromCharCode(code)))).toEqual([]);
  });
});
