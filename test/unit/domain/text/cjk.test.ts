import { describe, expect, it } from 'vitest';
import { cjkBigram, cjkUnigram } from '../../../../src/domain/text/cjk';

describe('cjk unigram', () => {
  const tokens = (text: string) => cjkUnigram(text).join(' ');

  describe('cjkUnigram', () => {
    it('gives the tokens of the example in Elasticsearch’s documentation of `standard`', () => {
      expect(tokens("The 2 QUICK Brown-Foxes jumped over the lazy dog's bone.")).toBe(
        "the 2 quick brown foxes jumped over the lazy dog's bone",
      );
    });

    it.each([
      ['半导体', '半 导 体'],
      ['らーめん', 'ら ー め ん'],
      ['東京タワーへ', '東 京 タワー へ'],
      ['人々', '人 々'],
      ['𠮷野家', '𠮷 野 家'],
    ])('gives each Han and Hiragana character of %s alone, Katakana in runs', (text, expected) => {
      expect(tokens(text)).toBe(expected);
    });

    it.each([
      ['한국어 시험', '한국어 시험'],
      ['한국어abc', '한국어abc'],
      ['タワーabc', 'タワー abc'],
      ['ア_b', 'ア_b'],
      ['คนไทย๑๒', 'คนไทย ๑๒'],
    ])('keeps Hangul with letters and Katakana apart from them: %s', (text, expected) => {
      expect(tokens(text)).toBe(expected);
    });

    it.each([
      ['3.14 1,000 10:30', '3.14 1,000 10 30'],
      ['x.y a:b o’neill a,b', 'x.y a:b o’neill a b'],
      ['v2.5_beta x86-64', 'v2.5_beta x86 64'],
      ['a.1 1.a a..b 1,,2', 'a 1 1 a a b 1 2'],
      ['__init__ _ ___', '__init__'],
      ["'quoted' dogs'", 'quoted dogs'],
    ])('joins over a single sign between letters, and another between digits: %s', (text, expected) => {
      expect(tokens(text)).toBe(expected);
    });

    it('reads long runs of what could begin a token once', () => {
      expect(cjkUnigram('_'.repeat(100_000))).toEqual([]);
      expect(cjkUnigram('_\u0301'.repeat(20_000))).toEqual([]);
      expect(cjkUnigram('a.'.repeat(100_000))).toHaveLength(1);
    });
  });
});

describe('cjk bigram', () => {
  const tokens = (text: string) => cjkBigram(text).join(' ');

  describe('cjkBigram', () => {
    it.each([
      ['Which DRAM was first?', 'which dram was first'],
      ['GPT-4o, v2.5_beta (x86-64)', 'gpt 4o v2 5 beta x86 64'],
      ['Größe, naïve, ÉCOLE, Ελλάδα', 'größe naïve école ελλάδα'],
      ['किताब पढ़ो', 'किताब पढ़ो'.normalize('NFKC')],
      ['', ''],
      [' … — ! ', ''],
    ])('keeps a run of letters, digits and marks as one token: %s', (text, expected) => {
      expect(tokens(text)).toBe(expected);
    });

    it.each([
      ['半导体', '半导 导体'],
      ['日', '日'],
      ['半导体。产业', '半导 导体 产业'],
      ['東京タワー', '東京 京タ タワ ワー'],
      ['ラーメン', 'ラー ーメ メン'],
      ['人々の〆切は二〇二四', '人々 々の の〆 〆切 切は は二 二〇 〇二 二四'],
      ['한국어 시험', '한국 국어 시험'],
      ['𠮷野家', '𠮷野 野家'],
      ['𠮷', '𠮷'],
    ])('gives overlapping pairs of a run of Han, kana or Hangul: %s', (text, expected) => {
      expect(tokens(text)).toBe(expected);
    });

    it('splits where the script changes', () => {
      expect(tokens('80年代DRAM市场GaN')).toBe('80 年代 dram 市场 gan');
    });
  });
});
