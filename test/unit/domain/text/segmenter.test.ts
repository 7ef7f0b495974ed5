import { describe, expect, it } from 'vitest';
import { segmenterIdentity, segmenterWords } from '../../../../src/domain/text/segments';

describe('segmenterWords', () => {
  it('finds the words of Chinese, Japanese and Thai, and none in signs', () => {
    const analyze = segmenterWords();
    expect(analyze('我喜欢北京。')).toEqual(['我', '喜欢', '北京']);
    expect(analyze('東京の人々！')).toEqual(['東京', 'の', '人々']);
    expect(analyze('สวัสดีครับ').length).toBeGreaterThan(1);
    expect(analyze('DON’T stop, 3.14 🙂')).toEqual(['don’t', 'stop', '3.14']);
  });
});

describe('segmenterIdentity', () => {
  it('is a short name that stays the same', () => {
    expect(segmenterIdentity()).toMatch(/^segmenter:[0-9a-f]{16}$/);
    expect(segmenterIdentity()).toBe(segmenterIdentity());
  });
});
