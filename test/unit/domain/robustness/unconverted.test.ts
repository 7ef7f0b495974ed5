import { expect, it } from 'vitest';
import { unconverted } from '../../../../src/domain/robustness/unconverted';
import { uniform } from '../../../../src/domain/statistics/random';

const words = [
  { surface: '首都', reading: 'シュト' },
  { surface: 'の', reading: 'ノ' },
  { surface: '人口', reading: 'ジンコウ' },
  { surface: '令和', reading: null },
];
const text = '首都の人口令和';

it('one word with kanji in five is left in hiragana, and every other stays', () => {
  const made = new Set(Array.from({ length: 50 }, (_, seed) => unconverted(text, words, uniform(seed))));
  expect([...made].sort()).toEqual(['しゅとの人口令和', '首都のじんこう令和'].sort());
  const long = Array.from({ length: 12 }, () => words[0]!);
  const many = unconverted('首都'.repeat(12), long, uniform(1));
  expect(many.match(/しゅと/g)).toHaveLength(3);
});

it('a text stays that has no such word, or whose words are not its own', () => {
  expect(unconverted('の令和', [words[1]!, words[3]!], uniform(1))).toBe('の令和');
  expect(unconverted('首都 の', words.slice(0, 2), uniform(1))).toBe('首都 の');
  expect(unconverted('', [], uniform(1))).toBe('');
});
