import { describe, expect, it } from 'vitest';
import { precision } from '../../../../src/domain/measures/precision';
import { judged } from './make';

describe('P@k', () => {
  it('is the share of the first k that is relevant', () => {
    const ranking = judged('a x b y', { a: 1, b: 2 });
    expect([1, 2, 3, 4].map((k) => precision.compute(ranking, k))).toEqual([1, 1 / 2, 2 / 3, 2 / 4]);
  });

  it('rejects a precision that divides by the number of retrieved documents', () => {
    expect(precision.compute(judged('a b', { a: 1, b: 1 }), 5)).toBe(2 / 5);
    expect(precision.compute(judged('a b', { a: 1, b: 1 }), 5)).not.toBe(2 / 2);
  });

  it('rejects a precision over judged documents only', () => {
    expect(precision.compute(judged('a unjudged', { a: 1 }), 2)).toBe(1 / 2);
  });

  it('is 0 without results', () => {
    expect(precision.compute(judged('', { a: 1 }), 5)).toBe(0);
  });
});
