import { describe, expect, it } from 'vitest';
import { type PdfLine, pageText } from '../../../../../src/adapters/files/documents/pdf-lines';

/** Lines of one column, 20 apart, whose width follows from their letters. */
const lines = (...texts: readonly string[]): PdfLine[] =>
  texts.map((text, i) => ({ text, direction: '0', size: 12, start: 0, end: text.length * 12, down: i * 20 }));

describe('lines of Chinese and Japanese', () => {
  it('go on in the next where the column ends, which parts no words', () => {
    expect(pageText(lines('一九九四年の修復では、ひび', '割れを蜜ろうと石灰で埋め', 'ました。'))).toBe(
      '一九九四年の修復では、ひび割れを蜜ろうと石灰で埋めました。',
    );
  });

  it('stay lines where they are short, as in a list', () => {
    const list = ['りんご', 'みかん', 'ばなな', '修復に使った道具の一覧'];
    expect(pageText(lines(...list))).toBe(list.join('\n'));
  });

  it('stay lines where a sentence ends', () => {
    expect(pageText(lines('石灰で埋めました。', '棒を通しましたよ。'))).toBe('石灰で埋めました。\n棒を通しましたよ。');
  });

  it('are joined to no line of other letters, and others are not joined', () => {
    expect(pageText(lines('修復に使った道具', 'with lime', 'and bees-wax'))).toBe(
      '修復に使った道具\nwith lime\nand bees-wax',
    );
  });
});
