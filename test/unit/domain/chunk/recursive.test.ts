import { describe, expect, it } from 'vitest';
import { cut, refuse } from '../../../../src/domain/chunk/by-tokens';
import { docId, type Doc } from '../../../../src/base/types';

const document = (text: string): Doc => ({ id: docId('d'), title: '', text });
const chunks = (text: string, size: number, overlap = 0, separators: 'latin' | 'cjk' = 'latin'): string[] =>
  cut(document(text), { kind: 'recursive', size, overlap, separators, context: 'none' }).map(({ start, end }) =>
    text.slice(start, end),
  );

describe('recursive', () => {
  it('paragraphs come first: short ones are put together, and a long one alone is cut at its blanks', () => {
    expect(chunks('one\n\ntwo\n\nthree four five', 10)).toEqual(['one\n\ntwo', 'three', 'four five']);
  });

  it('overlap is of whole pieces: words are repeated, not parts of them', () => {
    expect(chunks('aa bb cc dd', 8, 4)).toEqual(['aa bb cc', 'cc dd']);
  });

  it('Chinese has no blanks: without its separators sentences are cut wherever a window ends', () => {
    const text = '今天下雨。明天放晴。后天刮风。';
    expect(chunks(text, 7)).toEqual(['今天下雨。明天', '放晴。后天刮风', '。']);
    expect(chunks(text, 7, 0, 'cjk')).toEqual(['今天下雨。', '明天放晴。', '后天刮风。']);
  });

  it('a place is told once, where blanks on both sides would give it twice', () => {
    const text = `${' '.repeat(6)}a${' '.repeat(6)}b`;
    expect(chunks(text, 7, 3)).toEqual(['a', 'b']);
  });

  it('an overlap that is not less than the size is refused, since no chunk would come to an end', () => {
    expect(() => chunks('a b c', 3, 3)).toThrow('recursive: an overlap of 3 must be less than the size, 3');
    expect(() => refuse({ kind: 'window', size: 1, overlap: 1, context: 'none' })).toThrow(RangeError);
  });

  it('a text of white space has no chunks', () => {
    expect(chunks(' \n\n\u3000', 3)).toEqual([]);
  });
});
