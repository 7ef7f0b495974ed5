import type { PreTrainedTokenizer } from '@xenova/transformers';
import { describe, expect, it } from 'vitest';
import { aligned, countTokens, parts, placedTokens, piecesOf } from '../../../../src/adapters/model/token-offsets';
import { tokenizerOf } from './tokenizers';

const wordPiece = tokenizerOf('hitrate-embedding');

/** What stands in the text where each token is told to be. */
function slices(tokenizer: PreTrainedTokenizer, text: string): string[] {
  const { ids, spans } = placedTokens(tokenizer, text);
  expect(spans.length).toBe(ids.length);
  return spans.map(({ start, end }) => text.slice(start, end));
}

describe('places of tokens, with the tokenizer of the bundled embedding model', () => {
  it.each([
    ['The wall whistles.', ['The', 'wall', 'whist', 'les', '.']],
    ['東京タワーへ行く', [...'東京タワーへ行く']],
    ['半导体产业，有竞争力。', [...'半导体产业，有竞争力。']],
    // Written in other forms than the vocabulary has: wide, joined, half as wide, with marks apart.
    ['Ｗａｌｌ ﬁre', ['Ｗａｌｌ', 'ﬁre']],
    ['㈱東京', ['㈱', '㈱', '㈱', '東', '京']],
    ['か\u3099ぎ', ['か', 'ぎ']],
    ['ｶﾞス', ['ｶ', 'ス']],
  ])('are those of the source: %s', (text, expected) => {
    expect(slices(wordPiece, text)).toEqual(expected);
  });

  it('go round what the vocabulary does not know', () => {
    expect(slices(wordPiece, 'a 😀 wall')).toEqual(['a', '😀', 'wall']);
    expect(slices(wordPiece, '龘の壁😀。')).toEqual(['龘', 'の', '壁', '😀', '。']);
    expect(slices(wordPiece, 'x👩‍👩‍👧‍👦 壁')).toEqual(['x👩‍👩‍👧‍👦', '壁']);
  });

  it('reject the next occurrence that is within an unknown word', () => {
    const text = '😀aab a wall';
    expect(slices(wordPiece, text)).toEqual(['😀aab', 'a', 'wall']);
    expect(placedTokens(wordPiece, text).spans[1]).toEqual({ start: 6, end: 7 });
  });

  it('reach to the end of a text that is tokenised in parts, with the tokens of the whole', () => {
    const text = 'The wall 😀 whistles; 壁が鳴る。\n'.repeat(200);
    const { ids, spans } = placedTokens(wordPiece, text);
    const whole = wordPiece([text], { return_tensor: false, add_special_tokens: false }) as Record<string, number[][]>;
    expect(ids).toEqual(whole['input_ids']![0]);
    for (let at = 1; at < spans.length; at++) expect(spans[at]!.start).toBeGreaterThanOrEqual(spans[at - 1]!.end);
    const walls = spans.filter(({ start, end }) => text.slice(start, end) === 'wall');
    expect(walls.length).toBe(200);
  });

  it('are none of a text without tokens', () => {
    expect(placedTokens(wordPiece, '')).toEqual({ ids: [], spans: [] });
    expect(placedTokens(wordPiece, ' \n ')).toEqual({ ids: [], spans: [] });
  });
});

describe('places of tokens of other vocabularies', () => {
  const place = (tokens: string[], spelling: Parameters<typeof piecesOf>[1], text: string): string[] =>
    aligned(piecesOf(tokens, spelling), text).map(({ start, end }) => text.slice(start, end));

  it('are those of characters where tokens are bytes (GPT-2)', () => {
    const spelling = { unknown: '', within: null, bytes: true };
    // 😀 is F0 9F 98 80, 壁 is E5 A3 81.
    const tokens = ['The', 'Ġwall', 'Ġ', 'ðŁ', 'ĺ', 'Ģ', 'å£', 'ģ', '!'];
    expect(place(tokens, spelling, 'The wall 😀壁!')).toEqual(['The', 'wall', '', '😀', '😀', '😀', '壁', '壁', '!']);
  });

  it('are those of characters where SentencePiece falls back to bytes', () => {
    const spelling = { unknown: '<unk>', within: null, bytes: false };
    const tokens = ['▁The', '▁wal', 'l', '▁', '<0xF0>', '<0x9F>', '<0x98>', '<0x80>', '<unk>', '▁壁'];
    const expected = ['The', 'wal', 'l', '', '😀', '😀', '😀', '😀', '龘', '壁'];
    expect(place(tokens, spelling, 'The wall 😀龘 壁')).toEqual(expected);
  });

  it('are told as those of something unknown where bytes make no character', () => {
    const spelling = { unknown: '<unk>', within: null, bytes: false };
    expect(place(['a', '<0xFF>', 'b'], spelling, 'a?b')).toEqual(['a', '?', 'b']);
  });
});

describe('parts of a text', () => {
  it('are all of it, and end before white space', () => {
    expect(parts('one two three', 8)).toEqual([
      { start: 0, end: 7 },
      { start: 7, end: 13 },
    ]);
    expect(parts('', 8)).toEqual([]);
    expect(parts('12345678', 8)).toEqual([{ start: 0, end: 8 }]);
  });

  it('never cut a code point where there is no white space', () => {
    const text = 'a😀😀😀😀';
    const found = parts(text, 4).map(({ start, end }) => text.slice(start, end));
    expect(found.join('')).toBe(text);
    expect(found).toEqual(['a😀', '😀😀', '😀']);
  });
});

describe('tokens counted with the bundled tokenizer', () => {
  it('leave special tokens out', () => {
    expect([...countTokens(wordPiece, ['the cat', '日本', '', '  '])]).toEqual([2, 2, 0, 0]);
    const withSpecial = wordPiece(['the cat'], { return_tensor: false }) as Record<string, number[][]>;
    expect(withSpecial['input_ids']![0]!.length).toBeGreaterThan(2);
  });

  it('of a text longer than a tokenizer takes at once are those of its parts together', () => {
    expect([...countTokens(wordPiece, ['the cat '.repeat(6000), '竞争'.repeat(110_000)])]).toEqual([12_000, 220_000]);
    expect([...countTokens(wordPiece, [])]).toEqual([]);
  });
});
