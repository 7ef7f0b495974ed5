import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('RBP', () => {
  it('weighs rank i with (1 − p) · p^(i − 1)', () => {
    expect(value('RBP(p=0.5)', 'a x b', { a: 1, b: 3 })).toBe(0.5 * (1 + 0.25));
    expect(value('RBP', 'x a', { a: 1 })).toBeCloseTo(0.2 * 0.8, 15);
    expect(value('RBP(p=0.5)@2', 'a x b', { a: 1, b: 1 })).toBe(0.5);
  });

  it('rejects a division by the best value: a perfect ranking stays below 1', () => {
    expect(value('RBP', 'a', { a: 1 })).toBeCloseTo(0.2, 15);
  });
});
