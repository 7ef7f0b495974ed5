import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/domain/statistics/random';

/** Computed once more in Python, whose whole numbers do not overflow. */
const PINNED = [1959603763, 2423114712, 2466933512, 4144396390];

const words = (seed: number, length: number): number[] => {
  const found = new Uint32Array(length);
  new Random(seed).fill(found);
  return [...found];
};

describe('Random', () => {
  it('gives the same words for the same seed, on every machine', () => {
    expect(words(42, 4)).toEqual(PINNED);
    expect(words(2 ** 32 + 42, 4)).toEqual(PINNED);
  });

  it('gives others for another seed', () => {
    expect(new Set([0, 1, 2, -1, 42].map((seed) => words(seed, 1)[0])).size).toBe(5);
  });

  it('goes on where it was, whatever the sizes asked for', () => {
    const random = new Random(3);
    const parts = [new Uint32Array(3), new Uint32Array(5)];
    for (const part of parts) random.fill(part);
    expect(parts.flatMap((part) => [...part])).toEqual(words(3, 8));
  });

  it('gives every bit half of the time, and neighbours that go their own way', () => {
    const drawn = words(9, 20_000);
    for (let bit = 0; bit < 32; bit++) {
      const ones = drawn.filter((word) => (word >>> bit) & 1).length;
      // Four standard deviations.
      expect(Math.abs(ones - 10_000)).toBeLessThan(283);
    }
    const centred = drawn.map((word) => word / 2 ** 32 - 0.5);
    const product = centred.slice(1).reduce((sum, value, i) => sum + value * centred[i]!, 0);
    expect(Math.abs(product * 12) / Math.sqrt(20_000)).toBeLessThan(4);
  });
});
