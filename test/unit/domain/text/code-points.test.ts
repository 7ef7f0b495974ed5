import { describe, expect, it } from 'vitest';
import { CodePoints } from '../../../../src/domain/chunk/judged-text';

describe('offsets in code points', () => {
  it('are those in UTF-16 units where no character takes two', () => {
    const points = new CodePoints('半导体 text');
    expect([0, 3, 8].map((offset) => points.before(offset))).toEqual([0, 3, 8]);
  });

  it('count a surrogate pair once, and one that is torn behind it', () => {
    const points = new CodePoints('a🙂b🙂');
    expect([0, 1, 2, 3, 4, 6].map((offset) => points.before(offset))).toEqual([0, 1, 2, 2, 3, 4]);
  });

  it('count a surrogate without its pair as one', () => {
    expect(new CodePoints('\ud83da').before(2)).toBe(2);
  });
});
