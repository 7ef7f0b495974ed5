import { describe, expect, it } from 'vitest';
import {
  bytes,
  clip,
  difference,
  differenceTicks,
  intervalWords,
  latencyText,
  measure,
  measureTicks,
  milliseconds,
  roughly,
  roughRange,
} from '../../../../src/ui/shared/format';

describe('numbers as they are shown', () => {
  it.each([
    [0.81, '.8100'],
    [1, '1.0000'],
    [0, '.0000'],
    [0.99996, '1.0000'],
  ])('prints the measure %d as %s', (value, text) => expect(measure(value)).toBe(text));

  it.each([
    [0, '0 ms'],
    [0.07, '0.07 ms'],
    [4.52, '4.5 ms'],
    [320.4, '320 ms'],
    [2410, '2.41 s'],
    [60_000, '1 min'],
    [185_000, '3 min 5 s'],
  ])('prints %d milliseconds as %s', (value, text) => expect(milliseconds(value)).toBe(text));

  it.each([
    [0.2, 'less than a second'],
    [12, '12 s'],
    [180, '3 min'],
    [4800, '1 h 20 min'],
    [7200, '2 h'],
  ])('says %d seconds roughly as %s', (value, text) => expect(roughly(value)).toBe(text));

  it.each([
    [[0.2, 0.8], 'less than a second'],
    [[0.4, 2], 'up to 2 s'],
    [[13.1, 54.2], '13 to 55 s'],
    [[100, 290], '1 to 5 min'],
    [[40, 170], 'up to 3 min'],
    [[3600, 9000], '1 to 2.5 h'],
    [[12, 12], '12 s'],
    [[185, 185], '3 min'],
  ] as const)('says a time between %j seconds as %s', (range, text) => expect(roughRange(range)).toBe(text));

  it.each([
    [820, '820 B'],
    [9_400_000, '9.4 MB'],
    [40e6, '40 MB'],
    [999_999, '1.0 MB'],
  ])('prints %d bytes as %s', (value, text) => expect(bytes(value)).toBe(text));

  it('shows a dash, never NaN', () => expect([measure(NaN), milliseconds(NaN)]).toEqual(['—', '—']));
});

describe('clip', () => {
  it('keeps a text that is hardly longer than the limit', () => expect(clip('a'.repeat(24), 20)).toBe('a'.repeat(24)));

  it('cuts a long text and says so', () => expect(clip('a'.repeat(60), 20)).toBe(`${'a'.repeat(20)}…`));

  it('does not cut words, nor Chinese at a space long before', () => {
    expect(clip('one two three four five six', 10)).toBe('one two…');
    expect(clip(`ab ${'日本'.repeat(20)}`, 20)).toBe(`ab ${'日本'.repeat(4)}…`);
  });

  it('counts Chinese characters double, and does not split a surrogate pair', () => {
    expect(clip('日本'.repeat(20), 20)).toBe(`${'日本'.repeat(5)}…`);
    expect(clip('😀'.repeat(40), 5)).toBe(`${'😀'.repeat(5)}…`);
  });
});

it('writes a latency with two figures below 10 ms', () => {
  const texts = [0.054, 0.47, 0.996, 2.61, 9.96, 316.4, 999.6, 1010, 9960, 61_000].map(latencyText);
  expect(texts).toEqual(['0.05 ms', '0.47 ms', '1.0 ms', '2.6 ms', '10 ms', '316 ms', '1.0 s', '1.0 s', '10 s', '1 min 1 s']); // prettier-ignore
  expect(latencyText(NaN)).toBe('—');
});

it('writes an interval of differences in words, and differences with fewer digits', () => {
  expect(intervalWords([-0.0251, 0.0114])).toBe('−.025 to +.011');
  expect(difference(0.0821, 3)).toBe('+.082');
  expect(difference(-0.0704, 2)).toBe('−.07');
});

it('ticks of differences have as many digits as distinguish them', () => {
  const texts = (ticks: readonly number[]) => ticks.map(differenceTicks(ticks));
  expect(texts([-0.1, -0.05, 0])).toEqual(['−.10', '−.05', '0']);
  expect(texts([-0.001, -0.0005, 0])).toEqual(['−.0010', '−.0005', '0']);
  expect(texts([0, 0.005])).toEqual(['0', '+.005']);
  expect(texts([0])).toEqual(['0']);
  expect([0.78, 0.785, 0.79].map(measureTicks([0.78, 0.785, 0.79]))).toEqual(['.780', '.785', '.790']);
  expect([0.7, 0.8].map(measureTicks([0.7, 0.8]))).toEqual(['.70', '.80']);
});
