import { describe, expect, it } from 'vitest';
import { japaneseWords, type Morpheme, sentences } from '../../../../src/domain/text/open-analyzer';

const morpheme = (surface: string, partOfSpeech: string, baseForm: string | null): Morpheme => ({
  surface,
  partOfSpeech,
  baseForm,
});

/** What MeCab gives for 彼は走った。 and for text that its dictionary does not have. */
const known = [
  morpheme('彼', '名詞', '彼'),
  morpheme('は', '助詞', 'は'),
  morpheme('走っ', '動詞', '走る'),
  morpheme('た', '助動詞', 'た'),
  morpheme('。', '記号', '。'),
];
const unknown = [morpheme('gpt', '名詞', null), morpheme('++', '名詞', null), morpheme('한국어 시험 ', '記号', null)];

describe('japaneseWords', () => {
  it('gives dictionary forms and leaves out signs', () => {
    expect(japaneseWords(() => known, 'all')('彼は走った。')).toEqual(['彼', 'は', '走る', 'た']);
  });

  it('keeps nouns and verbs, and not auxiliaries, whose name ends like that of verbs', () => {
    expect(japaneseWords(() => known, 'nouns-and-verbs')('彼は走った。')).toEqual(['彼', '走る']);
  });

  it('gives what is in no dictionary as it is, cut at spaces and signs', () => {
    expect(japaneseWords(() => unknown, 'all')('x')).toEqual(['gpt', '한국어', '시험']);
  });
});

describe('sentences', () => {
  it('ends one where a sentence may end, and loses nothing but the signs that none begins with', () => {
    expect(sentences('雨だ。傘、a. b v2.5\n!?次')).toEqual(['雨だ。', '傘、', 'a. ', 'b v2.5\n!?', '次']);
  });

  it('cuts a long one at its last space', () => {
    const pieces = sentences(`${'word '.repeat(100)}end`);
    expect(pieces.map((piece) => piece.length)).toEqual([300, 203]);
    expect(pieces.every((piece) => /(?:word |end)$/.test(piece))).toBe(true);
  });

  it('cuts a long one without spaces between characters', () => {
    expect(sentences('あ'.repeat(700)).map((piece) => piece.length)).toEqual([300, 300, 100]);
    const [first, second] = sentences(`あ${'𠮷'.repeat(200)}`);
    expect([first!.length, second!.length]).toEqual([299, 102]);
  });
});
