import { describe, expect, it } from 'vitest';
import { LikelyAlike, duplicateGroups, jaccard, shinglesOf } from '../../../../src/domain/documents/near-duplicates';
import { docId } from '../../../../src/base/types';

const set = (from: number, to: number): Float64Array =>
  Float64Array.from({ length: to - from }, (_, i) => (from + i) * 1e9);

describe('sets that are likely to be alike', () => {
  it('are found by nine tenths in common, ascending, and not by none', () => {
    const likely = new LikelyAlike();
    likely.add(likely.keysOf(set(1000, 1100)), 4);
    likely.add(likely.keysOf(set(0, 104)), 7);
    likely.add(likely.keysOf(set(0, 100)), 9);
    expect(likely.find(likely.keysOf(set(2, 102)))).toEqual([7, 9]);
    expect(likely.find(likely.keysOf(set(5000, 5100)))).toEqual([]);
  });

  it('are never empty ones', () => {
    const likely = new LikelyAlike();
    likely.add(likely.keysOf(new Float64Array(0)), 0);
    expect(likely.find(likely.keysOf(new Float64Array(0)))).toEqual([]);
  });
});

const doc = (id: string, text: string) => ({ id: docId(id), text });
const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(' ');

describe('shingles', () => {
  it('are five words each, and five characters in Japanese and Chinese', () => {
    expect(shinglesOf(words(0, 9))).toHaveLength(5);
    expect(shinglesOf('ポンプの圧力')).toHaveLength(2);
    expect(shinglesOf('水泵 pump 压力')).toHaveLength(1);
    expect(shinglesOf('two words')).toHaveLength(1);
    expect(shinglesOf('𠮷野家で食べる')).toHaveLength(3);
    expect(shinglesOf(' — ! ')).toHaveLength(0);
  });

  it('are the same whatever the case and the signs between words', () => {
    expect(shinglesOf('One, two: three (four) FIVE.')).toEqual(shinglesOf('one two three four five'));
    expect(jaccard(shinglesOf(words(0, 14)), shinglesOf(words(5, 19)))).toBeCloseTo(5 / 15, 12);
  });
});

describe('documents that are the same', () => {
  it('are exact copies but for case, white space and forms, or share nine tenths of their shingles', () => {
    const long = words(0, 200);
    const copies = [doc('a', long), doc('b', `${long.toUpperCase()}\n`), doc('c', `${long} and a few more`)];
    const copy = { id: 'b', similarity: 1, exact: true };
    const near = { id: 'c', similarity: 196 / 200, exact: false };
    const groups = duplicateGroups([...copies, doc('d', words(100, 300))]);
    expect(groups).toEqual([{ kept: 'a', others: [copy, near] }]);
  });

  it('are no documents without words', () => {
    expect(duplicateGroups([doc('a', ''), doc('b', ' '), doc('c', '—')])).toEqual([]);
  });
});

describe('groups of duplicates', () => {
  const docs = [
    doc('base', words(0, 100)),
    doc('longer', words(0, 108)),
    doc('longest', words(0, 116)),
    doc('base again', words(0, 100)),
    doc('other', words(500, 600)),
  ];

  it('have the first as the one that is kept, and none that is not like it', () => {
    const longer = { id: 'longer', similarity: 96 / 104, exact: false };
    const again = { id: 'base again', similarity: 1, exact: true };
    expect(duplicateGroups(docs)).toEqual([{ kept: 'base', others: [longer, again] }]);
  });

  it('may be large: rows of a table that are all alike', () => {
    const rows = Array.from({ length: 1500 }, (_, i) => doc(`row ${i}`, `${words(0, 90)} number ${i}`));
    expect(duplicateGroups(rows).map(({ kept, others }) => [kept, others.length])).toEqual([['row 0', 1499]]);
  });

  it('hold the copies of a document that goes', () => {
    const [group] = duplicateGroups([docs[0]!, docs[1]!, doc('longer again', words(0, 108))]);
    expect(group!.others.map(({ id, exact }) => `${id} ${exact}`)).toEqual(['longer false', 'longer again false']);
  });
});
