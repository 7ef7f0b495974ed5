import { describe, expect, it } from 'vitest';
import { uniform } from '../../../../src/domain/statistics/random';
import { drawingOrder } from '../../../../src/domain/statistics/successive-sampling';

const SIZES = [3, 1, 0.5, 2, 0.25, 1];
const TOTAL = SIZES.reduce((sum, size) => sum + size, 0);

describe('the order of drawing', () => {
  it('draws each item first in proportion to its size, and the next of those that are left', () => {
    const random = uniform(4);
    const firsts = new Array<number>(6).fill(0);
    const seconds = new Array<number>(6).fill(0);
    const times = 20_000;
    for (let i = 0; i < times; i++) {
      const [first, second] = drawingOrder(
        Float64Array.from(SIZES),
        Float64Array.from(SIZES, () => 1 - random()),
      );
      firsts[first!]!++;
      if (first === 0) seconds[second!]!++;
    }
    for (const [item, size] of SIZES.entries()) expect(firsts[item]! / times).toBeCloseTo(size / TOTAL, 1.7);
    for (const [item, size] of SIZES.entries())
      if (item !== 0) expect(seconds[item]! / firsts[0]!).toBeCloseTo(size / (TOTAL - SIZES[0]!), 1.5);
  });

  it('draws no item of size 0', () => {
    expect(drawingOrder(Float64Array.from([0, 1, 0]), Float64Array.from([0.1, 0.5, 0.9]))).toEqual([1]);
  });
});
