import fc from 'fast-check';
import { expect, it } from 'vitest';
import { otherCase, otherWidth, withoutDiacritics } from '../../../../src/domain/robustness/written-forms';

it('case: lower, or capitals where it is lower already', () => {
  expect(['What is LSI?', 'what is lsi?', '阀门 123'].map(otherCase)).toEqual([
    'what is lsi?',
    'WHAT IS LSI?',
    '阀门 123',
  ]);
});

it('diacritics: of Latin letters alone', () => {
  expect(['Größe', 'café', 'Đặng', 'ガス', 'й', 'हिन्दी'].map(withoutDiacritics)).toEqual(['Große', 'cafe', 'Đang', 'ガス', 'й', 'हिन्दी']); // prettier-ignore
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const bare = (of: string) => of.normalize('NFD').replace(/\p{M}/gu, '');
      expect(bare(withoutDiacritics(text))).toBe(bare(text));
    }),
  );
});

it('width: letters and digits, in a question of Chinese, Japanese or Korean, with the same compatible form', () => {
  expect(['5G 通信', '５Ｇ 通信', '５G通信', '5G radio', '通信'].map(otherWidth)).toEqual(['５Ｇ 通信', '5G 通信', '5G通信', '5G radio', '通信']); // prettier-ignore
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(otherWidth(`${text}字`).normalize('NFKC')).toBe(`${text}字`.normalize('NFKC'));
    }),
  );
});
