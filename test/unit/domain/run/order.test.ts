import { describe, expect, it } from 'vitest';
import { compareBytes, compareHits, rank } from '../../../../src/domain/run/order';
import { hits } from '../measures/make';

describe('compareBytes', () => {
  it('rejects UTF-16 order: U+1F642 stands behind U+FFEE, as its bytes do', () => {
    expect(compareBytes('🙂doc', '\uffeedoc')).toBeGreaterThan(0);
    expect('🙂doc' < '\uffeedoc').toBe(true);
  });

  it('rejects the order of a language: Z stands before a, a before ä', () => {
    expect(compareBytes('Z', 'a')).toBeLessThan(0);
    expect(compareBytes('az', 'ä')).toBeLessThan(0);
  });

  it('puts a text before its continuations', () => {
    expect(compareBytes('doc', 'doc1')).toBeLessThan(0);
    expect(compareBytes('', 'a')).toBeLessThan(0);
    expect(compareBytes('a', 'a')).toBe(0);
  });
});

describe('rank', () => {
  it('sorts by score descending, then by id descending', () => {
    expect(rank(hits({ a: 1, c: 2, b: 2, d: -1 })).map((hit) => hit.id)).toEqual(['c', 'b', 'a', 'd']);
  });

  it('rejects ids as numbers: doc 9 stands above doc 10', () => {
    expect(rank(hits({ 'doc 10': 1, 'doc 9': 1 })).map((hit) => hit.id)).toEqual(['doc 9', 'doc 10']);
  });

  it('takes 0 and -0 for the same score', () => {
    expect(rank(hits({ a: 0, b: -0 })).map((hit) => hit.id)).toEqual(['b', 'a']);
  });

  it('leaves its input as it is', () => {
    const list = hits({ a: 1, b: 2 });
    rank(list);
    expect(list).toEqual(hits({ a: 1, b: 2 }));
  });
});

it('compareHits is 0 only for the same id and score', () => {
  const [a, b] = hits({ a: 1, b: 1 });
  expect(compareHits(a!, a!)).toBe(0);
  expect(compareHits(a!, b!)).toBeGreaterThan(0);
});
