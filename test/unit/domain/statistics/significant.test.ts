import { expect, it } from 'vitest';
import { significant } from '../../../../src/domain/statistics/significant';

it('makes equal what only rounding takes apart, and keeps what differs', () => {
  const [a, b, c] = significant([0.1 + 0.2, 0.3, 0.3 + 1e-11]);
  expect(a).toBe(b);
  expect(c).toBe(0.30000000001);
});

it('keeps very small and large values, 0 and what is left out', () => {
  expect([...significant([0, 1e-200, 123456789012345, NaN])]).toEqual([0, 1e-200, 123456789012000, NaN]);
});
