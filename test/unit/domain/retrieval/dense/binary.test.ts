import { describe, expect, it } from 'vitest';
import { onesOf, openBinary, signBits } from '../../../../../src/domain/retrieval/dense/open-vectors';

describe('signBits', () => {
  it('sets a bit for what is above 0, and not for 0 itself', () => {
    expect([...signBits(Float32Array.of(0.1, 0, -0.1, 5), 4)]).toEqual([0b1001]);
  });

  it('begins each row with a number of its own', () => {
    const rows = new Float32Array(66).fill(-1);
    rows[32] = 1;
    rows[33] = 1;
    expect([...signBits(rows, 33)]).toEqual([0, 1, 1, 0]);
  });

  it('keeps the bit that JavaScript takes for a sign', () => {
    const row = new Float32Array(32).fill(-1);
    row[31] = 1;
    expect([...signBits(row, 32)]).toEqual([0x80000000]);
  });
});

describe('onesOf', () => {
  it.each([
    [0, 0],
    [1, 1],
    [0x80000000, 1],
    [0xffffffff, 32],
    [-1, 32],
    [0x0f0f0f0f, 16],
    [0x12345678, 13],
  ])('counts the bits of %i', (word, ones) => {
    expect(onesOf(word)).toBe(ones);
  });
});

describe('openBinary', () => {
  // Signs + + − −, + + + +, − − + +, + − − −.
  const rows = Float32Array.of(2, 1, -1, -2, 9, 1, 1, 1, -1, -1, 3, 4, 1, -5, -1, -1);

  it('ranks by Hamming distance, by hand', () => {
    const [list] = openBinary(rows, 4).search(Float32Array.of(0.1, 0.1, -0.1, -7), 4);
    expect(list).toEqual([
      { doc: 0, score: 1 },
      { doc: 3, score: 0.5 },
      { doc: 1, score: 0 },
      { doc: 2, score: -1 },
    ]);
  });

  it('gives tied rows in their order, and no more than the depth', () => {
    const [list] = openBinary(rows, 4).search(Float32Array.of(1, -1, 1, -1), 3);
    expect(list!.map(({ doc }) => doc)).toEqual([3, 0, 1]);
    expect(list!.map(({ score }) => score)).toEqual([0.5, 0, 0]);
  });
});
