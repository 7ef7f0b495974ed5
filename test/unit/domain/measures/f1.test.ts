import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('F1@k', () => {
  it('is the harmonic mean of precision and recall', () => {
    for (const k of [1, 2, 3, 4, 5, 10]) {
      const [p, r, f] = ['P', 'Recall', 'F1'].map((name) => value(`${name}@${k}`, 'a x b y z', { a: 1, b: 1, c: 1 }));
      expect(f).toBeCloseTo((2 * p! * r!) / (p! + r!), 15);
    }
  });

  it('rejects the arithmetic mean', () => {
    expect(value('F1@4', 'a', { a: 1 })).not.toBe((1 / 4 + 1) / 2);
  });

  it('is 0, not 0 / 0, where precision and recall are 0', () => {
    expect(value('F1@5', 'x', { a: 1 })).toBe(0);
    expect(value('F1@5', 'x', { a: 0 })).toBe(0);
    expect(value('F1@5', 'x', { a: 1 }, { needs: ['a'] })).toBe(0);
  });

  it('takes the recall of needs where there are needs', () => {
    const found = value('F1@4', 'a x b', { a: 1, b: 1 }, { needs: ['a|b', 'c'] });
    expect(found).toBeCloseTo((2 * (2 / 4) * (1 / 2)) / (2 / 4 + 1 / 2), 15);
  });
});
