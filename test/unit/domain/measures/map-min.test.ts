import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('MAPmin@k', () => {
  it('divides by what k places can hold: a perfect ranking has 1', () => {
    const judgments = { a: 1, b: 1, c: 1 };
    expect([1, 2, 3, 4].map((k) => value(`MAPmin@${k}`, 'a b c', judgments))).toEqual([1, 1, 1, 1]);
    expect(value('MAPmin@2', 'a x b', judgments)).toBe(1 / 2);
  });

  it('is MAP@k where k is R or more', () => {
    expect(value('MAPmin@5', 'x a y b', { a: 1, b: 1 })).toBe(value('MAP@5', 'x a y b', { a: 1, b: 1 }));
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('MAPmin@5', 'a', { a: 0 })).toBe(0);
  });
});
