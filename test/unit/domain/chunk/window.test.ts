import { expect, it } from 'vitest';
import { codePoints } from '../../../../src/domain/chunk/spans';
import { windows } from '../../../../src/domain/chunk/recursive';

const all = (text: string, size: number, overlap: number): string[] =>
  windows(text, { start: 0, end: text.length }, { size, overlap }).map(({ start, end }) => text.slice(start, end));

it('each window begins the overlap before the end of the last, and ends with the text', () => {
  expect(all('abcdefghij', 4, 1)).toEqual(['abcd', 'defg', 'ghij']);
  expect(all('abcdefghijk', 4, 1)).toEqual(['abcd', 'defg', 'ghij', 'jk']);
  expect(all('abc', 4, 1)).toEqual(['abc']);
  expect(all('', 4, 1)).toEqual([]);
});

it('no window lies whole in the one before: the text ends with the first that reaches its end', () => {
  expect(all('abcdef', 5, 4)).toEqual(['abcde', 'bcdef']);
});

it('lengths are in code points: an emoji counts one and is not cut in halves', () => {
  expect(all('🫖a🫖b🫖', 2, 0)).toEqual(['🫖a', '🫖b', '🫖']);
  expect(codePoints('🫖a🫖', { start: 0, end: 5 })).toBe(3);
});
