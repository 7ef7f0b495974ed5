import { describe, expect, it } from 'vitest';
import { TimedRows } from '../../../../../src/domain/dataset/clicks/timed-rows';

describe('rows that come again', () => {
  it('are known by their time and all of their texts, among more than the first table holds', () => {
    const rows = new TimedRows();
    const first = Array.from({ length: 5000 }, (_, i) => rows.isThere(1.76e12 + (i >> 1), [`query ${i}`, 'a b', 'a']));
    expect(first).not.toContain(true);
    expect(rows.isThere(1.76e12, ['query 0', 'a b', 'a'])).toBe(true);
    expect(rows.isThere(1.76e12 + 2499, ['query 4999', 'a b', 'a'])).toBe(true);
    // Of another time, or with other texts: also where the same signs stand in another one of them.
    expect(rows.isThere(1.76e12 + 2499, ['query 0', 'a b', 'a'])).toBe(false);
    expect(rows.isThere(1.76e12, ['query 0', 'a b', 'b'])).toBe(false);
    expect(rows.isThere(1.76e12, ['query 0', 'a ', 'ba'])).toBe(false);
  });

  it('are none without a time, however often; with a time before 1970 or between milliseconds they are', () => {
    const rows = new TimedRows();
    expect([1, 2].map(() => rows.isThere(NaN, ['a']))).toEqual([false, false]);
    for (const time of [-1.5, 0, -0, Infinity])
      expect([1, 2].map(() => rows.isThere(time, [`${Object.is(time, -0) ? 'negative' : time}`]))).toEqual([
        false,
        true,
      ]);
  });
});
