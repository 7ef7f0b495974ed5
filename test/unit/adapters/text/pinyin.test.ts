import { expect, test } from 'vitest';
import { readPinyin } from '../../../../src/adapters/text/pinyin';

test('syllables have no tones and are those of the word that a character stands in', () => {
  expect(readPinyin('银行行长')).toEqual(['yin', 'hang', 'hang', 'zhang']);
  expect(readPinyin('旅行')).toEqual(['lv', 'xing']);
  expect(readPinyin('重庆重要')).toEqual(['chong', 'qing', 'zhong', 'yao']);
  // Traditional, of one reading each.
  expect(readPinyin('晶片製程')).toEqual(['jing', 'pian', 'zhi', 'cheng']);
});

test('there is one for every character, also of those that the package lacks', () => {
  for (const text of ['中', '𠮷野家', '〇々', '\u{2a6d6}龘'])
    expect(readPinyin(text)).toHaveLength(Array.from(text).length);
  expect(readPinyin('\u{2a6d6}')).toEqual(['\u{2a6d6}']);
});

test('equal those of the words of a list, tones left out', () => {
  const words = { 音乐: 'yin yue', 快乐: 'kuai le', 长城: 'chang cheng', 校长: 'xiao zhang', 还是: 'hai shi', 归还: 'gui huan', 绿色: 'lv se' }; // prettier-ignore
  for (const [word, syllables] of Object.entries(words)) expect(readPinyin(word).join(' ')).toBe(syllables);
});
