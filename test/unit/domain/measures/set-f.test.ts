import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('set_F', () => {
  it('is the harmonic mean of set_P and set_recall', () => {
    const [p, r] = [1 / 3, 1 / 2];
    expect(value('set_F', 'x y a', { a: 1, b: 1 })).toBeCloseTo((2 * p * r) / (p + r), 15);
  });

  it('is 0, not 0 / 0, where nothing was found', () => {
    expect(value('set_F', '', { a: 0 })).toBe(0);
  });
});
