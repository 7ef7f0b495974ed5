import { describe, expect, it } from 'vitest';
import {
  bytes,
  clip,
  counted,
  language,
  measure,
  milliseconds,
  roughly,
  share,
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
    [820, '820 B'],
    [9_400_000, '9.4 MB'],
    [40e6, '40 MB'],
    [999_999, '1.0 MB'],
  ])('prints %d bytes as %s', (value, text) => expect(bytes(value)).toBe(text));

  it('uses the singular for one', () => {
    expect(counted(1, 'question')).toBe('1 question');
    expect(counted(1400, 'document')).toBe('1,400 documents');
  });

  it('names languages, and says when one is unknown', () => {
    expect(language('ja')).toBe('Japanese');
    expect(language('und')).toBe('language unknown');
  });

  it('prints shares', () => expect(share(0.984)).toBe('98.4\u00a0%'));

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
