import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  framed,
  MAX_WINDOWS,
  pairFrame,
  type PairFrame,
  pairParts,
  windowStarts,
} from '../../../../src/adapters/model/graph-inputs';

function pairWindows(frame: PairFrame, question: number[], passage: number[], maxTokens: number) {
  const { asked, starts, room, ...read } = pairParts(frame, question, passage, maxTokens);
  return { rows: starts.map((start) => framed(frame, asked, passage.slice(start, start + room))), ...read };
}

const [CLS, SEP] = [2, 3];
const bert = pairFrame({ ids: [CLS, 10, SEP, 11, SEP], types: [0, 0, 0, 1, 1] }, [10], [11]);
const roberta = pairFrame({ ids: [0, 10, 2, 2, 11, 2], types: [0, 0, 0, 0, 0, 0] }, [10], [11]);

/** A text of so many different tokens. */
const text = (length: number, first: number): number[] => Array.from({ length }, (_, i) => first + i);

describe('the frame of a pair', () => {
  it('is what stands around the tokens of both texts, with or without types', () => {
    expect(bert).toEqual({
      before: { ids: [CLS], types: [0] },
      questionType: 0,
      between: { ids: [SEP], types: [0] },
      passageType: 1,
      after: { ids: [SEP], types: [1] },
    });
    expect([roberta.before.ids, roberta.between.ids, roberta.after.ids]).toEqual([[0], [2, 2], [2]]);
  });

  it('is refused where the texts are not there, or the passage comes first', () => {
    const types = [0, 0, 0, 1, 1];
    expect(() => pairFrame({ ids: [CLS, 11, SEP, 10, SEP], types }, [10], [11])).toThrow(/question and then a passage/);
    expect(() => pairFrame({ ids: [CLS, 10, SEP, 11, SEP], types }, [], [11])).toThrow(/question and then a passage/);
  });
});

describe('the windows of a pair', () => {
  it('are one, the plain encoding, where the pair fits', () => {
    const { rows, tokens, truncated } = pairWindows(bert, [20, 21], [30, 31, 32], 8);
    expect(rows).toEqual([{ ids: [CLS, 20, 21, SEP, 30, 31, 32, SEP], types: [0, 0, 0, 0, 1, 1, 1, 1] }]);
    expect([tokens, truncated]).toEqual([8, false]);
    expect(pairWindows(roberta, [20], [], 6).rows).toEqual([{ ids: [0, 20, 2, 2, 2], types: [0, 0, 0, 0, 0] }]);
  });

  it('lie half a window apart, the last at the end of the passage', () => {
    const { rows, tokens, truncated } = pairWindows(bert, [20, 21], text(9, 30), 9);
    expect(rows.map(({ ids }) => ids)).toEqual(
      [30, 32, 34, 35].map((first) => [CLS, 20, 21, SEP, ...text(4, first), SEP]),
    );
    expect([tokens, truncated]).toEqual([14, false]);
  });

  it('leave a long question half of the tokens, which counts as truncated', () => {
    const { rows, tokens, truncated } = pairWindows(bert, text(12, 20), text(3, 40), 10);
    expect(rows.map(({ ids }) => ids)).toEqual(
      [40, 41].map((first) => [CLS, ...text(5, 20), SEP, ...text(2, first), SEP]),
    );
    expect([tokens, truncated]).toEqual([18, true]);
    expect(pairWindows(bert, text(6, 20), [40], 10)).toMatchObject({ truncated: false, tokens: 10 });
  });

  it('end where there would be too many, which counts as truncated', () => {
    const whole = 100 + 50 * (MAX_WINDOWS - 1);
    expect(windowStarts(whole, 100)).toHaveLength(MAX_WINDOWS);
    expect(pairWindows(bert, [20], text(whole, 30), 104)).toMatchObject({ truncated: false });
    const { rows, truncated } = pairWindows(bert, [20], text(whole + 1, 30), 104);
    expect([rows.length, truncated]).toEqual([MAX_WINDOWS, true]);
    expect(rows.at(-1)!.ids.at(-2)).toBe(30 + whole - 1);
  });

  it('are refused where the model takes hardly more than the special tokens', () =>
    expect(() => pairWindows(bert, [20, 21], [30], 4)).toThrow(RangeError));

  it('hold every token of the passage, are never too long, and overlap by half', () => {
    const frames = fc.constantFrom(bert, roberta);
    const sizes = [fc.nat(40), fc.nat(2000), fc.integer({ min: 14, max: 200 })] as const;
    fc.assert(
      fc.property(frames, ...sizes, (frame, asked, read, maxTokens) => {
        const [question, passage] = [text(asked, 1000), text(read, 10_000)];
        const { rows, tokens, truncated } = pairWindows(frame, question, passage, maxTokens);
        const parts = rows.map(({ ids }) => ids.filter((id) => id >= 10_000));
        const kept = tokens > maxTokens ? Math.min(asked, Math.floor(maxTokens / 2)) : asked;
        for (const [i, { ids, types }] of rows.entries()) {
          expect(ids.length).toBeLessThanOrEqual(maxTokens);
          if (rows.length > 1) expect(ids).toHaveLength(maxTokens);
          expect(types).toHaveLength(ids.length);
          expect(ids.at(-1)).toBe(frame.after.ids.at(-1));
          expect(ids.filter((id) => id >= 1000 && id < 10_000)).toEqual(question.slice(0, kept));
          const shared = i > 0 ? parts[i - 1]!.at(-1)! - parts[i]![0]! + 1 : Infinity;
          expect(shared).toBeGreaterThanOrEqual(parts[i]!.length / 2);
        }
        const seen = [...new Set(parts.flat())];
        expect(seen).toEqual(passage.slice(0, seen.length));
        expect(truncated).toBe(kept < asked || seen.length < read);
      }),
    );
  });
});
