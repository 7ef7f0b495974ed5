import { describe, expect, it } from 'vitest';
import { pooledChunkings, type Cutter } from '../../../../src/domain/judging/chunkings';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { docId } from '../../../../src/base/types';
import { around, docsOf, pooled } from './make';

const docs = docsOf({ a: 'x'.repeat(30) });
const { places } = around(docs);
const window: ChunkerSpec = { kind: 'window', size: 10, overlap: 0, context: 'none' };
const tens: Cutter = () => [0, 10, 20].map((start) => ({ start, end: start + 10 }));
const lists = { one: [['a#0-10', 'a#20-30']], two: [['a#10-20']], whole: [['a']] };
const place = { doc: docId('a'), span: { start: 8, end: 22 } };

describe('the ways in which documents were cut', () => {
  it('are each there once, late or not, with the systems that search them', () => {
    const input = pooled(lists, { chunkers: { one: window, two: { ...window, late: true } } });
    const chunkings = pooledChunkings(input, docs, places, tens);
    expect(chunkings.map(({ systems, whole }) => [systems, whole])).toEqual([
      [[0, 1], true],
      [[2], true],
    ]);
    // The first and the last share 2 of 14 characters with the place.
    expect(chunkings[0]!.at(place)).toEqual(['a#10-20']);
    expect(chunkings[0]!.at({ doc: docId('a'), span: null })).toEqual(['a#0-10', 'a#10-20', 'a#20-30']);
    expect(chunkings[1]!.at(place)).toEqual(['a']);
    expect(chunkings[0]!.at({ doc: docId('gone'), span: null })).toEqual([]);
  });

  it('know the passages of the lists alone where documents cannot be cut here', () => {
    const input = pooled(lists, { chunkers: { one: window, two: window } });
    const [cut] = pooledChunkings(input, docs, places, () => null);
    expect(cut!.whole).toBe(false);
    expect(cut!.at({ doc: docId('a'), span: { start: 0, end: 20 } })).toEqual(['a#0-10', 'a#10-20']);
  });

  it('are none where lists were read as lists of documents', () => {
    const input = pooled(lists, { chunkers: { one: window, two: window }, aggregate: 'max' });
    const chunkings = pooledChunkings(input, docs, places, tens);
    expect(chunkings.map(({ systems, cut }) => [systems, cut])).toEqual([[[0, 1, 2], null]]);
  });
});
