import { expect, it } from 'vitest';
import { differenceError, significant, sumSlack } from '../../../../src/domain/statistics/significant';
import { vector } from './close';

it('makes equal what only rounding takes apart, and keeps what differs', () => {
  const [a, b, c] = significant([0.1 + 0.2, 0.3, 0.3 + 1e-11]);
  expect(a).toBe(b);
  expect(c).toBe(0.30000000001);
});

it('keeps very small and large values, 0 and what is left out', () => {
  expect([...significant([0, 1e-200, 123456789012345, NaN])]).toEqual([0, 1e-200, 123456789012000, NaN]);
});

it('covers the rounding of both values, whatever their size', () => {
  // Just above a power of ten half a unit of the twelfth digit is largest beside the value.
  for (const [a, b] of [
    [1.000000000005, 1.0000000000049],
    [100.0000000005, 0],
    [1 / 3, 1 / 7],
    [1.000000000005e-9, 2 / 3],
  ] as const) {
    const [x, y] = significant([a, b]) as unknown as [number, number];
    expect(Math.abs(x - y - (a - b))).toBeLessThanOrEqual(differenceError(x, y));
  }
});

it('covers twice what rounding did to all differences, for a sum and its opposite', () => {
  const [first, second] = [significant([1 / 3, 1 / 3]), significant([1 / 6, 1 / 2])];
  const [one, other] = first.map((value, q) => value - second[q]!) as unknown as [number, number];
  expect(one + other).not.toBe(0);
  expect(Math.abs(one + other)).toBeLessThan(sumSlack(first, second));
});

it('counts questions that differ alone, and is far below what measures differ by', () => {
  expect(sumSlack(vector(1, 0.5, 0), vector(1, 0.5, 0))).toBe(0);
  expect(sumSlack(vector(...new Array<number>(14).fill(1)), new Float64Array(14))).toBeLessThan(3e-10);
});
