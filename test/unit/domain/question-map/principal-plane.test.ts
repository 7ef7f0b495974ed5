import { describe, expect, it } from 'vitest';
import { principalPlane } from '../../../../src/domain/question-map/principal-plane';
import type { SparseRow } from '../../../../src/domain/slices/topics/k-means';

const dense = (values: readonly number[]): SparseRow => ({ columns: [...values.keys()], values });

describe('principalPlane', () => {
  it('finds the directions of most variance, whatever the mean', () => {
    // Along (3, 4, 0) / 5 by ±10, and along the third axis by ±2.
    const points = [-10, 10].flatMap((a) => [-2, 2].map((b) => [7 + 0.6 * a, 1 + 0.8 * a, 5 + b]));
    const [first, second] = principalPlane(points.map(dense), 3, 1);
    expect(Array.from(first, Math.abs)).toEqual([10, 10, 10, 10].map((value) => expect.closeTo(value, 6)));
    expect(Array.from(second, Math.abs)).toEqual([2, 2, 2, 2].map((value) => expect.closeTo(value, 6)));
    expect(Math.sign(first[0]!)).toBe(Math.sign(first[1]!));
    expect(Math.sign(first[0]!)).toBe(-Math.sign(first[2]!));
    expect(Math.sign(second[0]!)).toBe(Math.sign(second[2]!));
  });

  it('is a point where rows do not differ, and a line where they differ in one direction', () => {
    const same = [1, 1, 1].map(() => dense([0.6, 0.8]));
    expect(principalPlane(same, 2, 1).map((axis) => [...axis])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    const [, second] = principalPlane(
      [0, 1, 2].map((value) => dense([value, value])),
      2,
      1,
    );
    second.forEach((value) => expect(value).toBeCloseTo(0, 9));
  });
});
