import { describe, expect, it } from 'vitest';
import { Postings, PostingsBuilder } from '../../../../../src/domain/retrieval/lexical/postings';
import { passages, terms } from './make';

describe('building postings', () => {
  it('numbers terms by first occurrence and counts repeats, empty documents included', () => {
    const builder = new PostingsBuilder();
    builder.add(passages.map(terms));
    expect(builder.finish()).toEqual({
      version: 1,
      terms: 'abcde',
      termEnds: Uint32Array.of(1, 2, 3, 4, 5),
      offsets: Uint32Array.of(0, 1, 3, 5, 6, 7),
      docs: Uint32Array.of(0, 0, 1, 1, 2, 2, 4),
      frequencies: Uint16Array.of(2, 1, 1, 1, 4, 1, 1),
      lengths: Uint32Array.of(3, 2, 5, 0, 1),
      collectionFrequencies: Uint32Array.of(2, 2, 5, 1, 1),
    });
  });

  it('gives the index of what was added so far, and continues', () => {
    const builder = new PostingsBuilder();
    builder.add(passages.slice(0, 2).map(terms));
    const first = builder.finish();
    builder.add(passages.slice(2).map(terms));
    const whole = new PostingsBuilder();
    whole.add(passages.map(terms));
    expect(first.lengths).toEqual(Uint32Array.of(3, 2));
    expect(builder.finish()).toEqual(whole.finish());
    expect(builder.docCount).toBe(5);
  });

  it('counts beyond 16 bits, where a document is that long', () => {
    const builder = new PostingsBuilder();
    builder.add([['x', 'y'], Array.from({ length: 65_536 }, () => 'x'), ['x']]);
    expect(builder.finish().frequencies).toEqual(Uint32Array.of(1, 65_536, 1, 1));
    const shorter = new PostingsBuilder();
    shorter.add([Array.from({ length: 65_535 }, () => 'x')]);
    expect(shorter.finish().frequencies).toEqual(Uint16Array.of(65_535));
  });

  it('grows past its first room in documents, postings and terms', () => {
    const builder = new PostingsBuilder();
    for (let doc = 0; doc < 3000; doc++) builder.add([[`t${doc}`, 'x', `t${doc}`]]);
    const postings = new Postings(builder.finish());
    expect([postings.docCount, postings.termCount, postings.tokenCount]).toEqual([3000, 3001, 9000]);
    const last = postings.termId('t2999')!;
    expect(postings.docs[postings.offsets[last]!]).toBe(2999);
    expect(postings.frequencies[postings.offsets[last]!]).toBe(2);
    expect(postings.documentFrequency(postings.termId('x')!)).toBe(3000);
  });

  it('builds an index of nothing', () => {
    const postings = new Postings(new PostingsBuilder().finish());
    expect([postings.docCount, postings.termCount, postings.averageLength]).toEqual([0, 0, 0]);
  });
});
