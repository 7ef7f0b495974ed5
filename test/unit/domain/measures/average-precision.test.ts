import { describe, expect, it } from 'vitest';
import { value } from './make';

const threeRelevant = { a: 1, b: 2, c: 1 };

describe('MAP', () => {
  it('averages the precision at relevant documents over all of them, found or not', () => {
    expect(value('MAP', 'a x b', threeRelevant)).toBeCloseTo((1 + 2 / 3) / 3, 15);
    expect(value('MAP@2', 'a x b', threeRelevant)).toBeCloseTo(1 / 3, 15);
  });

  it('rejects a MAP@k divided by min(k, R)', () => {
    expect(value('MAP@1', 'a x b', threeRelevant)).toBe(1 / 3);
    expect(value('MAP@1', 'a x b', threeRelevant)).not.toBe(1);
  });

  it('rejects the average over the relevant documents that were found', () => {
    expect(value('MAP', 'a', threeRelevant)).toBe(1 / 3);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('MAP', 'a', { a: 0 })).toBe(0);
  });
});

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
