import { describe, expect, it } from 'vitest';
import { Kept } from '../../../../src/adapters/model/apart';

describe('what is kept in memory', () => {
  it('goes when there is no room, that which was used longest ago first', () => {
    const kept = new Kept<number>(36);
    for (const [i, key] of ['a', 'b', 'c'].entries()) kept.set(key, i, 10);
    expect(kept.get('a')).toBe(0);
    kept.set('d', 3, 10);
    expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual([0, undefined, 2, 3]);
  });

  it('counts a value that is set again once, and holds none that is larger than all the room', () => {
    const kept = new Kept<number>(30);
    kept.set('a', 1, 10);
    kept.set('a', 2, 10);
    kept.set('b', 3, 10);
    expect([kept.get('a'), kept.get('b')]).toEqual([2, 3]);
    kept.set('c', 4, 100);
    expect(kept.get('c')).toBeUndefined();
  });
});
