/*
 * Classes of patterns, for the flag `u`.
 */

/** A character of Chinese or Japanese writing. */
export const CJK_CHARACTER = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}]';

/** A Chinese or Japanese character or punctuation mark, which takes no blank beside it. */
export const CJK_WITHOUT_BLANKS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3001-\\u303f\\u30fb\\u30fc\\uff01-\\uff65]';
