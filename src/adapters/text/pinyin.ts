import { pinyin } from 'pinyin-pro';

/**
 * Syllables of Chinese characters without tones, `ü` as `v`. A character with several readings has that of its word (银行:
 * `yin hang`) where the package's dictionary has the word, which is of simplified characters; otherwise its most frequent one.
 * A character that the package lacks is its own syllable.
 */
export const readPinyin = (characters: string): readonly string[] =>
  pinyin(characters, { toneType: 'none', type: 'array', v: true });
