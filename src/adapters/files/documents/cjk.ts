/** Class of a pattern (with the flag `u`): a Chinese or Japanese character or punctuation mark, which takes no blank beside it. */
export const CJK =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3001-\\u303f\\u30fb\\u30fc\\uff01-\\uff65]';
