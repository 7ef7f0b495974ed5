import { expect, it } from 'vitest';
import { withHomophones } from '../../../../src/domain/robustness/pinyin-errors';
import { uniform } from '../../../../src/domain/statistics/random';

const formula = { surface: '公式', homophones: [{ text: '共识', count: 9 }, { text: '攻势', count: 1 }] }; // prettier-ignore
const words = [{ surface: '的', homophones: [{ text: '得', count: 1 }] }, { surface: 'BM25', homophones: [] }, formula];
const text = '的BM25公式';

it('one Chinese word in five is another that is typed alike, and every other stays', () => {
  const made = new Set(Array.from({ length: 200 }, (_, seed) => withHomophones(text, words, uniform(seed))));
  expect([...made].sort()).toEqual(['得BM25公式', '的BM25共识', '的BM25攻势'].sort());
  const long = withHomophones('公式'.repeat(12), Array.from({ length: 12 }, () => formula), uniform(1)); // prettier-ignore
  expect(long.match(/共识|攻势/g)).toHaveLength(3);
});

it('words that the collection uses more often are taken more often, and not all alike', () => {
  const made = Array.from({ length: 2000 }, (_, seed) => withHomophones('公式', [formula], uniform(seed)));
  const share = made.filter((each) => each === '共识').length / made.length;
  expect(share).toBeGreaterThan(0.87);
  expect(share).toBeLessThan(0.93);
});

it('a text stays that has no such word, or whose words are not its own', () => {
  expect(withHomophones('BM25', [words[1]!], uniform(1))).toBe('BM25');
  expect(withHomophones('的 BM25', words.slice(0, 2), uniform(1))).toBe('的 BM25');
  expect(withHomophones('', [], uniform(1))).toBe('');
});
