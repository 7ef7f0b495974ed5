import { expect, it } from 'vitest';
import { withKanaErrors } from '../../../../src/domain/robustness/kana-errors';
import { uniform } from '../../../../src/domain/statistics/random';

it('one kana in ten is another one, and kanji, letters and length stay', () => {
  const text = 'ポンプの始動にはどのバルブを開ければよいですか、5つ答えよ';
  for (let seed = 0; seed < 200; seed++) {
    const made = withKanaErrors(text, uniform(seed));
    const changed = Array.from(text).filter((character, i) => Array.from(made)[i] !== character);
    expect(Array.from(made)).toHaveLength(Array.from(text).length);
    expect([1, 2, 3]).toContain(changed.length);
    for (const character of changed) expect(character).toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}]/u);
  }
});

it('confuses small with large, voiced with unvoiced, and similar shapes, either way', () => {
  const of = (kana: string) =>
    [...new Set(Array.from({ length: 60 }, (_, seed) => withKanaErrors(kana, uniform(seed))))].sort().join('');
  expect([of('っ'), of('ッ'), of('が'), of('ガ'), of('シ'), of('ン'), of('は'), of('ん'), of('漢')]).toEqual([
    'つ',
    'ツ',
    'か',
    'カ',
    'ジツ',
    'ソ',
    'ば',
    'ん',
    '漢',
  ]);
});
