import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import { expectFused, lists } from '../make';

const spec = { method: 'condorcet' } as const;

describe('Condorcet fusion', () => {
  it('counts documents beaten minus documents that beat it', () => {
    expectFused(lists('a b c', 'a c b', 'b a c'), spec, { a: 2, b: 0, c: -2 });
  });

  it('puts the document first that beats all others, where Borda does not', () => {
    const voters = lists('a b c', 'a b c', 'a b c', 'b c a', 'b c a');
    expect(fuse(voters, spec).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(fuse(voters, { method: 'bordafuse' })[0]!.id).toBe('b');
  });

  it('leaves a cycle of majorities tied, in trec order, whatever order its lists come in', () => {
    const cycle = lists('a b c', 'b c a', 'c a b');
    for (const turned of [cycle, [...cycle].reverse()]) {
      expectFused(turned, spec, { a: 0, b: 0, c: 0 });
      expect(fuse(turned, spec).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    }
  });

  it('puts a cycle above what every document of it beats', () => {
    const order = fuse(lists('a b c d', 'b c a d', 'c a b d'), spec).map(({ id }) => id);
    expect(order).toEqual(['c', 'b', 'a', 'd']);
  });

  it('takes a document that a list has for better than one that it has not', () => {
    expectFused(lists('a', 'a', 'b'), spec, { a: 1, b: -1 });
  });

  it('rejects votes of a list that has neither', () => {
    // b against c: one list each way, and two that have neither, which ranx would count.
    expectFused(lists('a c', 'a b', 'a', 'a'), spec, { a: 2, b: -1, c: -1 });
  });
});
