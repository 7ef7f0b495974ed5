import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cjkBigram } from '../../src/domain/text/cjk';

/** The definition with regular expressions, character by character where the tokenizer runs over tables. */
function naive(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replace(/\u00ad|\u200c|\u200d|\u2060|\u20e3|[\ufe00-\ufe0f]|\ufeff|[\u{e0100}-\u{e01ef}]/gu, '')
    .toLowerCase();
  const cjk = String.raw`(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]`;
  const character = String.raw`(?:${cjk})\p{M}*`;
  const runs = plain.match(new RegExp(String.raw`(?:${character})+|(?:(?!${cjk})[\p{L}\p{N}]\p{M}*)+`, 'gu')) ?? [];
  return runs.flatMap((run) => {
    const characters = run.match(new RegExp(character, 'gu'));
    if (characters?.join('') !== run || characters.length === 1) return [run];
    return characters.slice(1).map((second, i) => characters[i]! + second);
  });
}

const mixed = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'aZ9ß 半导体ー々〆〇あアｶﾞ한국. -'),
      fc.constantFrom('\u0301', '\u3099', '𠮷', '🙂', '\ufe0f', '\ud800', '\u{1d54f}', '\u{e0100}', '\u200b'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

describe('cjkBigram', () => {
  it('equals the plain definition', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        expect(cjkBigram(text)).toEqual(naive(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives tokens that are not empty and hold no space', () => {
    fc.assert(fc.property(mixed, (text) => cjkBigram(text).forEach((token) => expect(token).toMatch(/^\S+$/u))));
  });

  it('gives the tokens of two texts one after the other where a separator stands between them', () => {
    fc.assert(
      fc.property(mixed, mixed, (a, b) => {
        expect(cjkBigram(`${a}. ${b}`)).toEqual([...cjkBigram(a), ...cjkBigram(b)]);
      }),
    );
  });

  it('does not depend on upper case in ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(cjkBigram(text.toUpperCase())).toEqual(cjkBigram(text));
      }),
    );
  });
});
