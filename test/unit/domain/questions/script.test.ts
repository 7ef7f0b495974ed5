import { describe, expect, it } from 'vitest';
import { languageByScript } from '../../../../src/domain/questions/language';

describe('the language of a text by its script', () => {
  it.each([
    ['Which pump?', 'en'],
    ['Welche Pumpe?', 'en'],
    ['', 'en'],
    ['哪个泵？', 'zh'],
    ['USB 接口', 'zh'],
    ['どのポンプですか', 'ja'],
    // Ideographs are of both; kana are Japanese.
    ['東京の駅', 'ja'],
    ['ポンプ', 'ja'],
  ])('of “%s” is %s', (text, language) => {
    expect(languageByScript(text)).toBe(language);
  });
});
