import { describe, expect, it } from 'vitest';
import {
  type CountTokens,
  cut,
  cutByTokens,
  refuse,
  segments,
  sentencesOf,
} from '../../../../src/domain/chunk/by-tokens';
import { type Doc, docId } from '../../../../src/base/types';
import { codePoints } from '../../../../src/domain/chunk/spans';
import { windows } from '../../../../src/domain/chunk/recursive';
import { countTokens } from '../../../../src/adapters/model/token-offsets';
import { bundledTokenizer } from '../../../golden/models';
import fc from 'fast-check';
import { texts } from '../../../property/chunk-arbitraries';

const CHINESE = '今天下雨。明天放晴。后天刮风。';
const APART = `${' '.repeat(6)}a${' '.repeat(6)}b`;

describe('recursive', () => {
  const document = (text: string): Doc => ({ id: docId('d'), title: '', text });
  const chunks = (text: string, size: number, overlap = 0, separators: 'latin' | 'cjk' = 'latin'): string[] =>
    cut(document(text), { kind: 'recursive', size, overlap, separators, context: 'none' }).map(({ start, end }) =>
      text.slice(start, end),
    );

  it.each<[what: string, given: Parameters<typeof chunks>, expected: string[]]>([
    [
      'paragraphs come first: short ones are put together, and a long one alone is cut at its blanks',
      ['one\n\ntwo\n\nthree four five', 10],
      ['one\n\ntwo', 'three', 'four five'],
    ],
    ['overlap is of whole pieces: words are repeated', ['aa bb cc dd', 8, 4], ['aa bb cc', 'cc dd']],
    ['Chinese has no blanks: windows end anywhere', [CHINESE, 7], ['今天下雨。明天', '放晴。后天刮风', '。']],
    ['and its own separators end sentences', [CHINESE, 7, 0, 'cjk'], ['今天下雨。', '明天放晴。', '后天刮风。']],
    ['a place is told once, where blanks on both sides would give it twice', [APART, 7, 3], ['a', 'b']],
  ])('%s', (_, given, expected) => {
    expect(chunks(...given)).toEqual(expected);
  });

  it('an overlap that is not less than the size is refused, since no chunk would come to an end', () => {
    expect(() => chunks('a b c', 3, 3)).toThrow('recursive: an overlap of 3 must be less than the size, 3');
    expect(() => refuse({ kind: 'window', size: 1, overlap: 1, context: 'none' })).toThrow(RangeError);
  });
});

const all = (text: string, size: number, overlap: number): string[] =>
  windows(text, { start: 0, end: text.length }, { size, overlap }).map(({ start, end }) => text.slice(start, end));

it('each window begins the overlap before the end of the last, and ends with the text', () => {
  expect(all('abcdefghij', 4, 1)).toEqual(['abcd', 'defg', 'ghij']);
  expect(all('abcdefghijk', 4, 1)).toEqual(['abcd', 'defg', 'ghij', 'jk']);
  expect(all('abc', 4, 1)).toEqual(['abc']);
  expect(all('', 4, 1)).toEqual([]);
});

it('no window lies whole in the one before: the text ends with the first that reaches its end', () => {
  expect(all('abcdef', 5, 4)).toEqual(['abcde', 'bcdef']);
});

it('lengths are in code points: an emoji counts one and is not cut in halves', () => {
  expect(all('🫖a🫖b🫖', 2, 0)).toEqual(['🫖a', '🫖b', '🫖']);
  expect(codePoints('🫖a🫖', { start: 0, end: 5 })).toBe(3);
});

const tokenizer = bundledTokenizer('hitrate-embedding');
const tokensOf = (text: string): number => countTokens(tokenizer, [text])[0]!;

async function chunks(text: string, size: number, overlap = 0, count: CountTokens = bundled): Promise<string[]> {
  const spec = { kind: 'tokens', model: 'm', revision: 'r', size, overlap, context: 'none' } as const;
  return (await cutByTokens({ text }, spec, count)).map(({ start, end }) => text.slice(start, end));
}

const bundled: CountTokens = (texts) => Promise.resolve(countTokens(tokenizer, texts));
const letters: CountTokens = (texts) => Promise.resolve(Uint32Array.from(texts.map((text) => text.length)));

const PROSE =
  'Visitors photographed the table because it was painted in a handsome blue; nobody (3.5 km away) could’ve agreed. '.repeat(
    12,
  ) + '图书馆只有一层楼，窗户朝东，早晨的光会一直照到最里面的书架。'.repeat(12);

describe('chunks by tokens', () => {
  it('are full: none has more tokens than asked for, and with one word more it would have', async () => {
    for (const size of [5, 16, 64]) {
      const found = await chunks(PROSE, size);
      const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(PROSE)];
      let at = 0;
      for (const chunk of found) {
        const start = PROSE.indexOf(chunk, at);
        at = start + chunk.length;
        const next = words.find(({ index, segment }) => index >= at && segment.trim() !== '');
        expect(tokensOf(chunk)).toBeLessThanOrEqual(size);
        if (next) expect(tokensOf(PROSE.slice(start, next.index + next.segment.length))).toBeGreaterThan(size);
      }
    }
  });

  it('count the chunk itself: the sum of its words is another number, where blanks are tokens too', async () => {
    // Words of 3 letters: 3 + 1 + 3 = 7 as a chunk, 6 as a sum.
    expect(await chunks('aaa bbb ccc', 6, 0, letters)).toEqual(['aaa', 'bbb', 'ccc']);
    expect(await chunks('aaa bbb ccc', 7, 0, letters)).toEqual(['aaa bbb', 'ccc']);
    expect(await chunks('aaa bbb ccc', 11, 0, letters)).toEqual(['aaa bbb ccc']);
  });

  it('begin with as many of the last words as the overlap allows', async () => {
    expect(await chunks('aa bb cc dd ee', 8, 5, letters)).toEqual(['aa bb cc', 'bb cc dd', 'cc dd ee']);
    expect(await chunks('aa bb cc dd ee', 8, 4, letters)).toEqual(['aa bb cc', 'cc dd ee']);
    expect(await chunks('aa bb cc dd ee', 8, 1, letters)).toEqual(['aa bb cc', 'dd ee']);
  });

  it('begin without, where no new word would fit behind them', async () => {
    expect(await chunks('aa bb cccccc dd', 6, 3, letters)).toEqual(['aa bb', 'cccccc', 'dd']);
  });

  it('cut a word that is longer than the size into characters, and no character', async () => {
    expect(await chunks('ab 🫖🫖🫖 cd', 4, 0, letters)).toEqual(['ab', '🫖🫖', '🫖', 'cd']);
    expect(await chunks('🫖🫖', 1, 0, letters)).toEqual(['🫖', '🫖']);
  });
});

/** Of several windows. */
const long = fc.array(texts, { minLength: 4, maxLength: 12 }).map((parts) => parts.join(' '));

const atOnce = (text: string, granularity: 'word' | 'sentence') =>
  [...new Intl.Segmenter('en', { granularity }).segment(text)]
    .filter(({ segment }) => segment.trim() !== '')
    .map(({ index, segment }) => ({ start: index, end: index + segment.length }));

it('sentences are those of the whole text, wherever windows end', () => {
  fc.assert(
    fc.property(long, fc.integer({ min: 200, max: 400 }), (text, window) => {
      expect(segments(text, 'sentence', 'en', window)).toEqual(atOnce(text, 'sentence'));
    }),
    { numRuns: 60 },
  );
});

it('words are, too, where no dictionary looks at what stands around them', () => {
  const plain = long.map((text) =>
    text.replace(/[\p{Script=Han}\p{Script=Thai}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ''),
  );
  fc.assert(
    fc.property(plain, fc.integer({ min: 200, max: 400 }), (text, window) => {
      expect(segments(text, 'word', 'en', window)).toEqual(atOnce(text, 'word'));
    }),
    { numRuns: 60 },
  );
});

describe('sentences', () => {
  const sentences = (text: string): string[] => sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  const chunks = (text: string, size: number, overlap: number): string[] =>
    cut({ id: docId('d'), title: '', text }, { kind: 'sentences', size, overlap, context: 'none' }).map(
      ({ start, end }) => text.slice(start, end),
    );

  describe('sentences', () => {
    it('end where those of English, Chinese and Japanese do, not at a decimal point', () => {
      expect(sentences('It is 3.5 km. Is it? Yes!')).toEqual(['It is 3.5 km.', 'Is it?', 'Yes!']);
      expect(sentences('今天下雨。他说：“走吧！”明天呢？')).toEqual(['今天下雨。', '他说：“走吧！”', '明天呢？']);
      expect(sentences('雨です。傘は？はい。')).toEqual(['雨です。', '傘は？', 'はい。']);
    });

    it('of Greek end with its question mark', () => {
      expect(sentences('Τι κάνεις; Είμαι καλά.')).toEqual(['Τι κάνεις;', 'Είμαι καλά.']);
      expect(sentences('One; two.')).toEqual(['One; two.']);
    });

    it('go on over a line break before a small letter, and end at one before a capital, a number or a list', () => {
      expect(sentences('The tide table had\nbeen wrong.\nNobody knew')).toEqual([
        'The tide table had\nbeen wrong.',
        'Nobody knew',
      ]);
      expect(sentences('Heading\nText\n- item')).toEqual(['Heading', 'Text', '- item']);
      expect(sentences('end of a paragraph\n\nand another')).toEqual(['end of a paragraph', 'and another']);
    });
  });

  describe('chunks of sentences', () => {
    const text = 'Aaaa. Bbbb. Cccc. Dddd. Eeee.';

    it('repeat fewer where a new one would find no room', () => {
      expect(chunks(text, 11, 5)).toEqual(['Aaaa. Bbbb.', 'Bbbb. Cccc.', 'Cccc. Dddd.', 'Dddd. Eeee.']);
      expect(chunks(text, 5, 5)).toHaveLength(5);
    });

    it('a sentence that is longer than the size is a chunk of its own', () => {
      expect(chunks('A. A very long sentence. B. C.', 5, 1)).toEqual(['A.', 'A very long sentence.', 'B. C.']);
    });
  });
});
