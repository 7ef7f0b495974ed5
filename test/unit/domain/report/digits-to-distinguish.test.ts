import { expect, it } from 'vitest';
import { digitsToDistinguish } from '../../../../src/domain/report/digits-to-distinguish';

it('are four, or as many as tell the numbers apart', () => {
  expect(digitsToDistinguish([0.25, 0.5])).toBe(4);
  expect(digitsToDistinguish([0.25, 0.25])).toBe(4);
  expect(digitsToDistinguish([0.031212, 0.031219])).toBe(5);
  expect(digitsToDistinguish([0.0312101, 0.0312104, 0.5])).toBe(7);
  expect(digitsToDistinguish([1, 1 + 1e-15])).toBe(12);
});
