import { describe, expect, it } from 'vitest';
import { homophonesIn } from '../../../../src/domain/robustness/homophones';

/** Syllables as a dictionary gives them, by the word. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ 银行: 'yin hang', 公式: 'gong shi', 攻势: 'gong shi', 共识: 'gong shi', 西安: 'xi an', 航: 'hang', 杭: 'hang' },
  ...{ 星: 'xing', 形: 'xing', 行: 'xing', 先: 'xian', 音: 'yin', '𠮷': 'ji', 鸡: 'ji', 的: 'de', 得: 'de' },
};
const read = (run: string): string[] => {
  const known = Object.keys(WORDS).filter((word) => run.startsWith(word)).sort((a, b) => b.length - a.length)[0]; // prettier-ignore
  if (known) return [...WORDS[known]!.split(' '), ...(run === known ? [] : read(run.slice(known.length)))];
  const [first = ''] = Array.from(run);
  return [first, ...(run === first ? [] : read(run.slice(first.length)))];
};
const homophones = (text: string, ...docs: string[]): Record<string, Record<string, number>> =>
  Object.fromEntries(
    homophonesIn(docs.map((each) => ({ text: each })), read)(text).flatMap(({ surface, homophones: found }) =>
      found.length > 0 ? [[surface, Object.fromEntries(found.map(({ text: other, count }) => [other, count]))]] : [],
    ),
  ); // prettier-ignore

describe('homophones of the words of a text', () => {
  it('are words of the documents with the same syllables, whatever their tones, and never the word itself', () => {
    expect(homophones('公式', '攻势。共识。攻势。公式。公式', '公式')).toEqual({ 公式: { 攻势: 2, 共识: 1 } });
  });

  it('have one character replaced where no word is typed alike, by its syllable in that word', () => {
    // 行 alone is read xing: 银星 and 银形 are those of another reading.
    expect(homophones('银行', '航。航。星。形。音。银行')).toEqual({ 银行: { 银航: 2, 音行: 1 } });
  });

  it('have as many characters as the word: 先 is typed as 西安 is, and is not taken for it', () => {
    expect(homophones('西安', '先。先')).toEqual({});
  });

  it('are the nine that the documents use most', () => {
    const alike = Array.from('甲乙丙丁戊己庚辛壬癸');
    const all = homophonesIn([{ text: alike.map((each, i) => `${each}。`.repeat(i + 1)).join('') }], (run) => Array.from(run, () => 'a')); // prettier-ignore
    const [word] = all('中');
    expect(word!.homophones.map(({ count }) => count)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it('are of Chinese documents: those with kana are Japanese', () => {
    expect(homophones('公式', '攻势はどこ', '共识')).toEqual({ 公式: { 共识: 1 } });
  });

  it('are none of what is not Chinese, and every part of the text is there', () => {
    const parts = homophonesIn([{ text: '得' }], read)('BM25 的 𠮷？');
    expect(parts.map(({ surface }) => surface).join('')).toBe('BM25 的 𠮷？');
    expect(parts.filter(({ homophones: found }) => found.length > 0).map(({ surface }) => surface)).toEqual(['的']);
    // Behind a character of two UTF-16 units, syllables are still those of their characters.
    expect(homophones('𠮷的', '得。鸡')).toEqual({ '𠮷': { 鸡: 1 }, 的: { 得: 1 } });
  });
});
