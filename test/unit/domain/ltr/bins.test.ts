import { describe, expect, it } from 'vitest';
import { binBounds, binFeatures } from '../../../../src/domain/ltr/bins';
import { dataOf, uniform } from './made';

const bounds = (values: number[], most: number, fewest: number) => [
  ...binBounds(Float64Array.from(values), most, fewest),
];

describe('bins of a feature', () => {
  it('are one a value where there are few values, bounded halfway', () => {
    expect(bounds([3, 1, 2, 1, 3, 7], 255, 1)).toEqual([1.5, 2.5, 5]);
  });

  it('hold as many rows as asked for', () => {
    expect(bounds([1, 1, 2, 3, 4, 4, 5], 255, 2)).toEqual([1.5, 3.5, 4.5]);
    expect(bounds([1, 1, 2, 3, 4, 4, 5], 255, 3)).toEqual([2.5, 4.5]);
  });

  it('are of about equal counts where there are many values', () => {
    const next = uniform(1);
    const values = Float64Array.from({ length: 10_000 }, next);
    const found = binBounds(values, 255, 3);
    expect(found.length).toBeGreaterThan(245);
    expect(found.length).toBeLessThanOrEqual(254);
    const counts = new Array<number>(found.length + 1).fill(0);
    for (const value of values) counts[found.findLastIndex((bound) => value > bound) + 1]!++;
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...counts)).toBeLessThanOrEqual(45);
  });

  it('give a value that fills a bin one for itself', () => {
    const values = [...Array<number>(50).fill(0), ...Array.from({ length: 50 }, (_, i) => i + 1)];
    const found = bounds(values, 5, 1);
    expect(found[0]).toBe(0.5);
    expect(found.length).toBeLessThanOrEqual(4);
  });

  it('are never more than asked for, and never part equal values', () => {
    for (const most of [2, 3, 7])
      expect(bounds([1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8], most, 1).length).toBeLessThan(most);
    expect(bounds([4, 4, 4], 255, 1)).toEqual([]);
  });

  it('have a bound even where no number lies between two values', () => {
    const next = 1 + Number.EPSILON;
    expect(bounds([1, next], 255, 1)).toEqual([1]);
    expect(bounds([-Number.MAX_VALUE, Number.MAX_VALUE], 255, 1).every(Number.isFinite)).toBe(true);
  });

  it('take a value that equals a bound below it, as a tree does', () => {
    const { bins, bounds: found } = binFeatures(
      dataOf([
        [
          [0, 1, 5],
          [0, 3, 5],
          [1, 2, 5],
        ],
      ]),
      255,
      1,
    );
    expect([...found[0]!]).toEqual([1.5, 2.5]);
    expect([...bins]).toEqual([0, 0, 2, 0, 1, 0]);
    expect(found[1]!.length).toBe(0);
  });
});
