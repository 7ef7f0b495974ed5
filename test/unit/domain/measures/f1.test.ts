import { describe, expect, it } from 'vitest';
import { f1 } from '../../../../src/domain/measures/f1';
import { precision } from '../../../../src/domain/measures/precision';
import { recall } from '../../../../src/domain/measures/recall';
import { judged } from './make';

describe('F1@k', () => {
  it('is the harmonic mean of precision and recall', () => {
    const ranking = judged('a x b y z', { a: 1, b: 1, c: 1 });
    for (const k of [1, 2, 3, 4, 5, 10]) {
      const p = precision.compute(ranking, k);
      const r = recall.compute(ranking, k);
      expect(f1.compute(ranking, k)).toBeCloseTo((2 * p * r) / (p + r), 15);
    }
  });

  it('rejects the arithmetic mean', () => {
    expect(f1.compute(judged('a', { a: 1 }), 4)).not.toBe((1 / 4 + 1) / 2);
  });

  it('is 0, not 0 / 0, where precision and recall are 0', () => {
    expect(f1.compute(judged('x', { a: 1 }), 5)).toBe(0);
    expect(f1.compute(judged('x', { a: 0 }), 5)).toBe(0);
  });
});
