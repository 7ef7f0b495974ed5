import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('nDCGexp', () => {
  it('has the gain 2^grade − 1', () => {
    const ideal = 7 + 3 / Math.log2(3);
    expect(value('nDCGexp@2', 'b a', { a: 3, b: 2, c: 1 })).toBeCloseTo((3 + 7 / Math.log2(3)) / ideal, 15);
  });

  it('rejects linear gain', () => {
    expect(value('nDCGexp@2', 'b a', { a: 3, b: 2 })).not.toBeCloseTo(value('nDCG@2', 'b a', { a: 3, b: 2 }), 3);
  });

  it('is nDCG where grades are 0 and 1', () => {
    expect(value('nDCGexp', 'x a b', { a: 1, b: 1, c: 1 })).toBe(value('nDCG', 'x a b', { a: 1, b: 1, c: 1 }));
  });
});
