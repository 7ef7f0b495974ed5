import { describe, expect, it } from 'vitest';
import { uniform } from '../../../../src/domain/statistics/random';
import { drawingOrder, murthyWeights } from '../../../../src/domain/statistics/successive-sampling';

const SIZES = [3, 1, 0.5, 2, 0.25, 1];
const TOTAL = SIZES.reduce((sum, size) => sum + size, 0);

/** Every order in which n items can be drawn, with its chance. */
function* draws(
  n: number,
  drawn: readonly number[] = [],
  chance = 1,
): Generator<{ drawn: readonly number[]; chance: number }> {
  if (drawn.length === n) return yield { drawn, chance };
  const left = TOTAL - drawn.reduce((sum, item) => sum + SIZES[item]!, 0);
  for (const [item, size] of SIZES.entries())
    if (!drawn.includes(item)) yield* draws(n, [...drawn, item], (chance * size) / left);
}

const weightsOf = (drawn: readonly number[]): number[] => {
  const sizes = drawn.map((item) => SIZES[item]!);
  return murthyWeights(sizes, drawn.length === SIZES.length ? 0 : TOTAL - sizes.reduce((sum, size) => sum + size, 0));
};

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

describe('Murthy’s weights', () => {
  it.each([1, 2, 3, 4, 5, 6])('estimate any total without bias from %d draws, by all orders', (n) => {
    const values = [0.3, -1, 0, 2, 1, 0.7];
    let [estimate, chances] = [0, 0];
    for (const { drawn, chance } of draws(n)) {
      const weights = weightsOf(drawn);
      estimate += chance * drawn.reduce((sum, item, i) => sum + weights[i]! * values[item]!, 0);
      chances += chance;
    }
    expect(chances).toBeCloseTo(1, 12);
    expect(estimate).toBeCloseTo(
      values.reduce((sum, value) => sum + value, 0),
      10,
    );
  });

  it('have no effect where all are drawn, and one over its chance where one is', () => {
    expect(weightsOf([4, 2, 0, 1, 3, 5])).toEqual([1, 1, 1, 1, 1, 1]);
    expect(weightsOf([2])[0]).toBeCloseTo(TOTAL / 0.5, 10);
  });

  it('times the sizes sum to the total of the sizes', () => {
    for (const { drawn } of draws(3)) {
      const weights = weightsOf(drawn);
      expect(drawn.reduce((sum, item, i) => sum + weights[i]! * SIZES[item]!, 0)).toBeCloseTo(TOTAL, 9);
    }
  });

  it('are not the inverse of the chance to be in the sample, nor Des Raj’s of one order', () => {
    // Of two items with p = 3/4 and 1/4 of three: by hand, (1 − p₂) / (2 − p₁ − p₂) / p₁.
    const [p, q] = [3 / TOTAL, 1 / TOTAL];
    const [first, second] = weightsOf([0, 1]);
    expect(first).toBeCloseTo((1 - q) / (2 - p - q) / p, 10);
    expect(second).toBeCloseTo((1 - p) / (2 - p - q) / q, 10);
  });

  it('stay exact for many small items among a large rest', () => {
    const weights = murthyWeights(Array<number>(60).fill(1e-6), 1);
    // Equal sizes: all orders are as likely, and the weights sum to the total over one size.
    for (const weight of weights) expect(weight * 60 * 1e-6).toBeCloseTo(1 + 60e-6, 9);
  });
});
