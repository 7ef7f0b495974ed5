import { describe, expect, it } from 'vitest';
import { median, p95, quantile } from '../../../../src/domain/statistics/quantile';

describe('quantile', () => {
  it.each([
    // numpy.quantile([15, 20, 35, 40, 50], q)
    [0, 15],
    [0.05, 16],
    [0.3, 23],
    [0.5, 35],
    [0.95, 48],
    [1, 50],
  ])('interpolates as numpy does at %f', (q, expected) => {
    expect(quantile([50, 15, 40, 20, 35], q)).toBeCloseTo(expected, 12);
  });

  it('rejects the nearest rank: between two values lies their middle', () => {
    expect(median([1, 2])).toBe(1.5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('sorts by number, not by text', () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  it('leaves its input as it is', () => {
    const values = Float64Array.of(3, 1, 2);
    p95(values);
    expect([...values]).toEqual([3, 1, 2]);
  });

  it('is the value itself for one value and not a number for none', () => {
    expect(p95([7])).toBe(7);
    expect(median([])).toBeNaN();
  });

  it('throws outside 0 to 1: 95 is not 0.95', () => {
    expect(() => quantile([1], 95)).toThrow(RangeError);
    expect(() => quantile([1], NaN)).toThrow(RangeError);
  });
});
