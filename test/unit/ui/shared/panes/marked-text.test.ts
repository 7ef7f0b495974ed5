import { describe, expect, it } from 'vitest';
import { excerpt, pieces } from '../../../../../src/ui/shared/panes/panes';

const all = (text: string) => ({ start: 0, end: text.length });

describe('a text with marks', () => {
  it('is cut at the marks, and marks that overlap or touch are one', () => {
    const marks = [
      { start: 3, end: 5 },
      { start: 2, end: 4 },
      { start: 5, end: 6 },
      { start: 8, end: 9 },
    ];
    expect(pieces('0123456789', marks, all('0123456789'))).toEqual([
      { text: '01', marked: false },
      { text: '2345', marked: true },
      { text: '67', marked: false },
      { text: '8', marked: true },
      { text: '9', marked: false },
    ]);
  });

  it('is whole again when its pieces are put together, whatever part is shown', () => {
    const text = 'how the rails are ground';
    const marks = [
      { start: 0, end: 3 },
      { start: 8, end: 13 },
      { start: 20, end: 24 },
    ];
    for (let start = 0; start < text.length; start++)
      for (let end = start; end <= text.length; end++)
        expect(
          pieces(text, marks, { start, end })
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text.slice(start, end));
    expect(pieces('', [], all(''))).toEqual([]);
  });
});

describe('an excerpt', () => {
  const words = Array.from({ length: 200 }, (_, i) => `word${i}`).join(' ');

  it('is all of a text that is little longer', () => {
    expect(excerpt('short', [], 4)).toEqual({ start: 0, end: 5 });
    expect(excerpt('longer text', [], Infinity)).toEqual({ start: 0, end: 11 });
  });

  it('is the beginning, without the beginning of a word at its end', () => {
    const { start, end } = excerpt(words, [], 102);
    expect(start).toBe(0);
    expect(end).toBeLessThanOrEqual(102);
    expect(words.charAt(end)).toBe(' ');
  });

  it('is around the first mark where the beginning holds none', () => {
    const at = words.indexOf('word150');
    const { start, end } = excerpt(words, [{ start: at, end: at + 7 }], 100);
    expect(words.slice(start, end)).toContain('word150');
    expect(words.charAt(start - 1)).toBe(' ');
    expect(
      excerpt(
        words,
        [
          { start: 10, end: 12 },
          { start: at, end: at + 7 },
        ],
        100,
      ).start,
    ).toBe(0);
  });

  it('does not cut a character in two', () => {
    const text = '𠮷'.repeat(300);
    const { start, end } = excerpt(text, [{ start: 400, end: 402 }], 101);
    expect([start % 2, end % 2]).toEqual([0, 0]);
  });
});
