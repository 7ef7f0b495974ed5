import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('RecallCapped@k', () => {
  it('divides by what k places can hold', () => {
    const values = [1, 2, 3, 4].map((k) => value(`RecallCapped@${k}`, 'a x b y', { a: 1, b: 2, c: 1 }));
    expect(values).toEqual([1, 1 / 2, 2 / 3, 2 / 3]);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('RecallCapped@5', 'a', { a: 0 })).toBe(0);
  });

  it('does not pass 1 where one document meets several needs', () => {
    expect(value('RecallCapped@1', 'a', { a: 1, b: 1 }, { needs: ['a', 'a|b', 'b'] })).toBe(1);
  });
});
