import { describe, expect, it } from 'vitest';
import { CHINESE_OR_JAPANESE, CJK, countOf, HAN, KANA } from '../../../../src/domain/text/cjk';

describe('countOf', () => {
  it('counts every match, also of a pattern without the global flag', () => {
    const text = '東京タワー is in 東京, 서울 is not';
    expect([HAN, KANA, CHINESE_OR_JAPANESE, CJK].map((pattern) => countOf(text, pattern))).toEqual([4, 2, 6, 8]);
  });

  it('is 0 where nothing matches', () => {
    expect(countOf('plain', CJK)).toBe(0);
  });
});
