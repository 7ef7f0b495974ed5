import { describe, expect, it } from 'vitest';
import { isGarbled } from '../../../../../src/adapters/files/documents/pdf-damage';
import { LANGUAGE_SAMPLES } from './language-samples';
import { encodedAs } from './encodings';

const shiftedBy = (shift: number, text: string): string =>
  [...text]
    .map((character) => (/\s/.test(character) ? character : String.fromCharCode(character.charCodeAt(0) - shift)))
    .join('');
const english = LANGUAGE_SAMPLES.find(({ language }) => language.startsWith('English'))!.text;

describe('a text', () => {
  it.each(LANGUAGE_SAMPLES)('is of a language: $language', ({ text }) => {
    expect(isGarbled(text)).toBe(false);
  });

  it.each([
    ['source code', 'for (let i = 0; i < n; i++) { sum += values[i] * weight; if (sum > MAX_SUM) return null; }'],
    [
      'a table of numbers',
      '1912 14.5 0.003 17 892 1.2e-7 44 % 2013-05-06 88.1 4,500 1:20 3/4 100 2026 5.5 7.25 -3 12 19',
    ],
    ['capitals', 'THE MUSEUM IS CLOSED ON MONDAYS AND A TICKET COSTS SIX POUNDS FOR THE WHOLE DAY'],
    ['little', 'xq zx'],
  ])('is not garbled where it is %s', (_name, text) => {
    expect(isGarbled(text)).toBe(false);
  });

  it.each([3, 29, 31])('is of none where its characters are %i too low', (shift) => {
    expect(isGarbled(shiftedBy(shift, english))).toBe(true);
  });

  it('is of none where its characters are those of a font alone', () => {
    expect(isGarbled([...english].map((c) => String.fromCharCode(0xe000 + c.charCodeAt(0))).join(''))).toBe(true);
    expect(
      isGarbled([...english].map((c) => (c === ' ' ? c : String.fromCharCode(c.charCodeAt(0) % 28))).join('')),
    ).toBe(true);
  });

  it('is of none where it was read in another encoding', () => {
    const chinese = encodedAs('utf-8', LANGUAGE_SAMPLES[0]!.text);
    expect(isGarbled(new TextDecoder('gb18030').decode(chinese))).toBe(true);
  });
});
