import { expect, test } from 'vitest';
import { proseSentences, readable } from '../../../../src/domain/questions/sentences';

const texts = (text: string): string[] => proseSentences(text).map((each) => each.text);

test('sentences have the offsets of the source', () => {
  const text = '  One here.  Two, at last!\n\n三句话在这里。四。';
  expect(proseSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'One here.',
    'Two, at last!',
    '三句话在这里。',
    '四。',
  ]);
});

test('lines that are wrapped are one sentence; headings and items are not joined to what follows', () => {
  const wrapped = 'This line of a PDF is wrapped where the page\nends, and goes on below.';
  expect(texts(wrapped)).toEqual(['This line of a PDF is wrapped where the page ends, and goes on below.']);
  expect(texts('A heading\nThe first sentence of the text stands here.')).toHaveLength(2);
  expect(texts('- the first of the items that are listed in this place\n- the second item')).toHaveLength(2);
});

test('abbreviations end no sentence', () => {
  expect(texts('See Dr. Smith, e.g. on Monday. He knows.')).toEqual(['See Dr. Smith, e.g. on Monday.', 'He knows.']);
});

test('whether a sentence is whole is told: a heading or a row of a table is not', () => {
  const found = proseSentences('A heading\n\nA sentence.\n\n| a | b |');
  expect(found.map(({ isWhole }) => isWhole)).toEqual([false, true, false]);
});

test('Markdown is read without its marks, and Chinese without the blanks of wrapped lines', () => {
  expect(readable('- **BM25** is a [ranking](https://e.org/x) `function`')).toBe('BM25 is a ranking function');
  expect(readable('光刻机是\n一种 GPU 设备')).toBe('光刻机是一种 GPU 设备');
});

test('a text of any length is read, and its places are those of the text', () => {
  const sentence = 'The keeper of the lamp wrote that fog had come in from the west. ';
  const text = sentence.repeat(5000);
  const found = proseSentences(text);
  expect(found).toHaveLength(5000);
  const { start, end } = found[4321]!;
  expect([start, text.slice(start, end)]).toEqual([4321 * sentence.length, sentence.trim()]);
});
