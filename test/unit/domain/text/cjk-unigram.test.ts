import { describe, expect, it } from 'vitest';
import { cjkUnigram } from '../../../../src/domain/text/cjk';

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

  it('makes no token of signs and emoji', () => {
    expect(tokens('c++ €5 👩‍💻 ❤️ …')).toBe('c 5');
  });

  it('reads long runs of what could begin a token once', () => {
    expect(cjkUnigram('_'.repeat(100_000))).toEqual([]);
    expect(cjkUnigram('_\u0301'.repeat(20_000))).toEqual([]);
    expect(cjkUnigram('a.'.repeat(100_000))).toHaveLength(1);
  });
});
