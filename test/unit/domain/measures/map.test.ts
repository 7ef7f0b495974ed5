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
