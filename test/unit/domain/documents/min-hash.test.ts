import { describe, expect, it } from 'vitest';
import { LikelyAlike } from '../../../../src/domain/documents/near-duplicates';

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

  it('are the same every time: the functions are not drawn anew', () => {
    expect(new LikelyAlike().keysOf(set(0, 50))).toEqual(new LikelyAlike().keysOf(set(0, 50)));
  });

  it('are never empty ones', () => {
    const likely = new LikelyAlike();
    likely.add(likely.keysOf(new Float64Array(0)), 0);
    expect(likely.find(likely.keysOf(new Float64Array(0)))).toEqual([]);
  });
});
