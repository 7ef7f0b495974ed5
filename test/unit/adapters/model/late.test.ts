import { describe, expect, it } from 'vitest';
import { SpanSums, textWindows } from '../../../../src/adapters/model/encoder';

describe('windows over a long text', () => {
  it('are one where the text fits, even where it is empty', () => {
    expect(textWindows(8, 8)).toEqual([{ start: 0, end: 8, from: 0, to: 8 }]);
    expect(textWindows(0, 8)).toEqual([{ start: 0, end: 0, from: 0, to: 0 }]);
  });

  it('overlap by half, the last ends with the text, and each token is taken from the one it stands most in the middle of', () => {
    for (const [length, room] of [
      [9, 8],
      [20, 8],
      [100, 7],
      [1000, 16],
    ] as const) {
      const windows = textWindows(length, room);
      expect(windows.at(-1)!.end).toBe(length);
      const distance = (token: number, { start, end }: { start: number; end: number }) =>
        Math.abs(token + 0.5 - (start + end) / 2);
      windows.forEach((window, i) => {
        expect(window.from).toBe(i === 0 ? 0 : windows[i - 1]!.to);
        expect(window.end - window.start).toBe(room);
        for (let token = window.from; token < window.to; token++) {
          const nearest = Math.min(...windows.map((other) => distance(token, other)));
          expect(distance(token, window)).toBe(nearest);
          expect(token >= window.start && token < window.end).toBe(true);
        }
      });
      expect(windows.at(-1)!.to).toBe(length);
    }
  });
});

describe('pooling over spans', () => {
  const tokens = [0, 2, 4, 6].map((start) => ({ start, end: start + 2 }));

  it('takes the mean of the tokens whose middle is in the span, and scales it to length 1', () => {
    const spans = [
      { start: 0, end: 4 },
      { start: 3, end: 6 },
      { start: 3.5, end: 5 },
      { start: 8, end: 9 },
    ];
    const sums = new SpanSums(tokens, spans, 2);
    const [only] = textWindows(4, 10);
    // A special token stands before the four.
    sums.add(only!, [9, 9, 3, 0, 0, 4, 1, 0, 0, 1, 9, 9], 1);
    expect([...sums.tokens]).toEqual([2, 2, 0, 0]);
    expect([...sums.vectors(true)]).toEqual([0.6, 0.8, 1, 4, 0, 0, 0, 0].map((each, i) => at(each, i)));
    // Of a model whose vectors are not scaled: the means, not the sums.
    expect([...sums.vectors(false)]).toEqual([1.5, 2, 0.5, 2, 0, 0, 0, 0]);
  });

  it('takes each token once where windows overlap', () => {
    const sums = new SpanSums(tokens, [{ start: 0, end: 8 }], 4);
    const read = textWindows(4, 2);
    expect(read.length).toBe(3);
    const marked = (token: number) => [0, 1, 2, 3].map((d) => Number(d === token));
    for (const window of read) sums.add(window, [...marked(window.start), ...marked(window.start + 1)], 0);
    expect([...sums.vectors(true)]).toEqual([0.5, 0.5, 0.5, 0.5]);
  });
});

/** The second vector is (1, 4) before it is scaled. */
const at = (value: number, i: number): unknown => expect.closeTo(i === 2 || i === 3 ? value / Math.sqrt(17) : value, 6);
