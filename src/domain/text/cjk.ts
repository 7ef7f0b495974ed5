/** A Chinese character, of any language that writes with them. */
export const HAN = /\p{Script=Han}/u;

export const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

export const CHINESE_OR_JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A character of Chinese, Japanese or Korean: there a term is a piece cut from a text without spaces. */
export const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export const countOf = (text: string, pattern: RegExp): number => text.match(new RegExp(pattern, 'gu'))?.length ?? 0;

// Classes of patterns, for the flag `u`.

/** A character of Chinese or Japanese writing. */
export const CJK_CHARACTER = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}]';
export const CJK_LETTER = new RegExp(CJK_CHARACTER, 'u');

/** A Chinese or Japanese character or punctuation mark, which takes no blank beside it. */
export const CJK_WITHOUT_BLANKS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3001-\\u303f\\u30fb\\u30fc\\uff01-\\uff65]';

export const BEGINS_CJK = new RegExp(`^${CJK_WITHOUT_BLANKS}`, 'u');
export const ENDS_CJK = new RegExp(`${CJK_WITHOUT_BLANKS}$`, 'u');
