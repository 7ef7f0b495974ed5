import { describe, expect, it } from 'vitest';
import { pool } from '../../../../src/adapters/model/pooling';
import type { Pooling } from '../../../../src/domain/models/configuration';

// Two texts of three positions: the first is filled on the right, the second on the left. Filling holds numbers that no
// pooling may read.
const FILLING = [1000, -1000];
const data = Float32Array.from([1, 4, 3, -2, ...FILLING, ...FILLING, 5, 6, -1, 2].flat());
const mask = [1n, 1n, 0n, 0n, 1n, 1n];
const vectors = { data, rows: 2, length: 3, dimensions: 2 };

const expected: readonly (readonly [Exclude<Pooling, 'graph'>, readonly number[]])[] = [
  ['mean', [2, 1, 2, 4]],
  ['cls', [1, 4, 5, 6]],
  ['last-token', [3, -2, -1, 2]],
  ['max', [3, 4, 5, 6]],
  ['mean-sqrt-length', [4 / Math.SQRT2, 2 / Math.SQRT2, 4 / Math.SQRT2, 8 / Math.SQRT2]],
  // The nth token counts n times, whichever side is filled: (1·1 + 2·3) / 3 …
  ['weighted-mean', [7 / 3, 0, 1, 10 / 3]],
];

describe('pooling', () => {
  it.each(expected)('by %s reads tokens and no filling, on either side', (pooling, numbers) => {
    const pooled = pool(pooling, vectors, mask);
    numbers.forEach((number, i) => expect(pooled[i]).toBeCloseTo(number, 6));
    expect(pooled).toHaveLength(4);
  });

  it('of numbers that are all negative has a maximum below zero', () => {
    const negative = { data: Float32Array.from([-3, -2, 0, 0]), rows: 1, length: 2, dimensions: 2 };
    expect([...pool('max', negative, [1, 0])]).toEqual([-3, -2]);
  });

  it('of a text without a token is zeros', () => {
    for (const [pooling] of expected) expect([...pool(pooling, vectors, [0, 0, 0, 0, 0, 0])]).toEqual([0, 0, 0, 0]);
  });

  it('sums many tokens without losing what is small', () => {
    const length = 4096;
    const many = { data: new Float32Array(length).fill(0.1), rows: 1, length, dimensions: 1 };
    expect(pool('mean', many, new Array<number>(length).fill(1))[0]).toBe(Math.fround(0.1));
  });
});
