import { describe, expect, it } from 'vitest';
import { Edited, nfkcEdits } from '../../../../src/domain/documents/edits';

describe('NFKC', () => {
  it('touches nothing in a text that has the form', () => {
    expect(nfkcEdits('naïve 漢字 ガ')).toEqual([]);
  });

  it('changes a character with those that combine with it, and no others', () => {
    const text = 'ＡBC ﬁ e\u0301 ｶﾞ 가 x';
    expect(nfkcEdits(text)).toEqual([
      { start: 0, end: 1, text: 'A' },
      { start: 4, end: 5, text: 'fi' },
      { start: 6, end: 8, text: 'é' },
      { start: 9, end: 11, text: 'ガ' },
    ]);
    expect(new Edited(text, nfkcEdits(text)).text).toBe('ABC fi é ガ 가 x');
  });

  it('joins compatibility letters of Hangul, whose second is no mark', () => {
    expect(nfkcEdits('ㄱㅏ')).toEqual([{ start: 0, end: 2, text: '가' }]);
  });
});
