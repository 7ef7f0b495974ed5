import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  ANALYZER_CHOICES,
  analyzerProblems,
  analyzerSchema,
  type AnalyzerSpec,
  DEFAULT_ANALYZER,
} from '../../../../src/domain/text/analyzer-spec';
import { canonicalJson } from '../../../../src/base/hash';
import {
  type AnalyzerLoaders,
  japaneseWords,
  type Morpheme,
  openAnalyzer,
  sentences,
} from '../../../../src/domain/text/open-analyzer';
import { porter2 } from '../../../../src/domain/text/porter2';
import { cjkBigram, cjkUnigram } from '../../../../src/domain/text/cjk';

it('offers specs without a problem, each once, the default and every kind of tokens among them', () => {
  const specs = ANALYZER_CHOICES.map(({ spec }) => v.parse(analyzerSchema, spec));
  expect(specs.flatMap(analyzerProblems)).toEqual([]);
  expect(new Set(specs.map(canonicalJson)).size).toBe(specs.length);
  expect(new Set(ANALYZER_CHOICES.map(({ id }) => id)).size).toBe(specs.length);
  expect(specs).toContainEqual(DEFAULT_ANALYZER);
  expect(new Set(specs.map(({ tokens }) => tokens)).size).toBe(analyzerSchema.entries.tokens.options.length);
});

const pathsOf = (input: unknown): string[] => {
  const parsed = v.safeParse(analyzerSchema, input);
  return parsed.success ? [] : parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
};

it.each([
  ['tokens', { ...DEFAULT_ANALYZER, tokens: 'cjk-trigram' }],
  ['stopWords.1', { ...DEFAULT_ANALYZER, stopWords: ['en', 'english'] }],
  ['stemmer', { ...DEFAULT_ANALYZER, stemmer: 'ja' }],
  ['stemmer', { ...DEFAULT_ANALYZER, stemmer: '' }],
  ['partsOfSpeech', { ...DEFAULT_ANALYZER, partsOfSpeech: 'nouns' }],
  ['stopwords', { ...DEFAULT_ANALYZER, stopwords: [] }],
])('the schema of an analyzer names %s where it is wrong', (path, spec) => {
  expect(pathsOf(spec)).toEqual([path]);
});

describe('analyzerProblems', () => {
  it('refuses parts of speech where no dictionary tells them', () => {
    const spec: AnalyzerSpec = { ...DEFAULT_ANALYZER, partsOfSpeech: 'nouns-and-verbs' };
    expect(analyzerProblems(spec).map(({ path }) => path)).toEqual(['partsOfSpeech']);
    expect(analyzerProblems({ ...spec, tokens: 'japanese' })).toEqual([]);
  });

  it('refuses a language of stop words that is listed twice', () => {
    expect(analyzerProblems({ ...DEFAULT_ANALYZER, stopWords: ['en', 'de', 'en'] })).toEqual([
      { path: 'stopWords', code: 'repeated', data: { name: 'en' } },
    ]);
  });
});

/** Small parts, and what of them was loaded. */
function parts() {
  const loaded: string[] = [];
  const loaders: AnalyzerLoaders = {
    stopWords: (language) => {
      loaded.push(`stop words ${language}`);
      return Promise.resolve(language === 'en' ? ['the', "don't", 'runs'] : ['Und', '的']);
    },
    stemmer: (language) => {
      loaded.push(`stemmer ${language}`);
      return Promise.resolve((token) => (token === 's' ? '' : token.replace(/s$/, '')));
    },
    japanese: () => {
      loaded.push('japanese');
      return Promise.resolve((text) => [{ surface: text, partOfSpeech: '名詞', baseForm: null }]);
    },
  };
  return { loaded, loaders };
}

const open = (spec: Partial<AnalyzerSpec>) => openAnalyzer({ ...DEFAULT_ANALYZER, ...spec }, parts().loaders);

describe('openAnalyzer', () => {
  it.each<[AnalyzerSpec['tokens'], string[]]>([
    ['words', ['dram半导体的', '3', '14']],
    ['cjk-bigram', ['dram', '半导', '导体', '体的', '3', '14']],
    ['cjk-unigram', ['dram', '半', '导', '体', '的', '3.14']],
    ['segmenter', ['dram', '半导体', '的', '3.14']],
    ['japanese', ['dram半导体的', '3', '14']],
  ])('cuts as %s', async (tokens, expected) => {
    expect((await open({ tokens }))('DRAM半导体的 3.14')).toEqual(expected);
  });

  it('loads nothing for the default, and what is chosen alone', async () => {
    const { loaded, loaders } = parts();
    await openAnalyzer(DEFAULT_ANALYZER, loaders);
    expect(loaded).toEqual([]);
    await openAnalyzer({ tokens: 'japanese', stopWords: ['de'], stemmer: 'en', partsOfSpeech: 'all' }, loaders);
    expect(loaded.sort()).toEqual(['japanese', 'stemmer en', 'stop words de']);
  });

  it('takes stop words out before it stems, so that “runs” is one and “run” is none', async () => {
    expect((await open({ stopWords: ['en'], stemmer: 'en' }))('The run runs dogs')).toEqual(['run', 'dog']);
  });

  it('compares stop words of all the languages in lower case, with either apostrophe', async () => {
    const analyze = await open({ tokens: 'cjk-unigram', stopWords: ['en', 'de'] });
    expect(analyze("the UND DON'T don’t 我的 done")).toEqual(['我', 'done']);
  });

  it('takes the typographic apostrophe of a possessive for the typewriter’s before it stems, and keeps that of don’t', async () => {
    const loaders = { ...parts().loaders, stemmer: () => Promise.resolve(porter2) };
    const analyze = await openAnalyzer({ ...DEFAULT_ANALYZER, tokens: 'cjk-unigram', stemmer: 'en' }, loaders);
    // As EnglishAnalyzer of Lucene.
    expect(analyze("the boss’s isn’t boss's")).toEqual(['the', 'boss', 'isn’t', 'boss']);
  });

  it('keeps a token of which the stemmer leaves nothing', async () => {
    expect((await open({ stemmer: 'en' }))('s dogs')).toEqual(['s', 'dog']);
  });
});

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

describe('cjk unigram', () => {
  const tokens = (text: string) => cjkUnigram(text).join(' ');

  describe('cjkUnigram', () => {
    it('gives the tokens of the example in Elasticsearch’s documentation of `standard`', () => {
      expect(tokens("The 2 QUICK Brown-Foxes jumped over the lazy dog's bone.")).toBe(
        "the 2 quick brown foxes jumped over the lazy dog's bone",
      );
    });

    // Han and Hiragana alone, Katakana in runs and apart from letters, Hangul with them; a single sign joins letters or digits.
    it.each([
      ['半导体', '半 导 体'],
      ['らーめん', 'ら ー め ん'],
      ['東京タワーへ', '東 京 タワー へ'],
      ['人々', '人 々'],
      ['𠮷野家', '𠮷 野 家'],
      ['한국어 시험', '한국어 시험'],
      ['한국어abc', '한국어abc'],
      ['タワーabc', 'タワー abc'],
      ['ア_b', 'ア_b'],
      ['คนไทย๑๒', 'คนไทย ๑๒'],
      ['3.14 1,000 10:30', '3.14 1,000 10 30'],
      ['x.y a:b o’neill a,b', 'x.y a:b o’neill a b'],
      ['v2.5_beta x86-64', 'v2.5_beta x86 64'],
      ['a.1 1.a a..b 1,,2', 'a 1 1 a a b 1 2'],
      ['__init__ _ ___', '__init__'],
      ["'quoted' dogs'", 'quoted dogs'],
      ['צה"ל ר\' ג׳ירפה "a"', 'צה"ל ר\' ג׳ירפה a'],
      ['٣٫١٤ a\u200eb\u2066c a\u200bb', '٣٫١٤ abc a b'],
    ])('gives the tokens of %s', (text, expected) => {
      expect(tokens(text)).toBe(expected);
    });

    it('reads long runs of what could begin a token once', () => {
      expect(cjkUnigram('_'.repeat(100_000))).toEqual([]);
      expect(cjkUnigram('_\u0301'.repeat(20_000))).toEqual([]);
      expect(cjkUnigram('a.'.repeat(100_000))).toHaveLength(1);
    });
  });
});

const tokens = (text: string) => cjkBigram(text).join(' ');

// A run of letters, digits and marks is one token; a run of Han, kana or Hangul is overlapping pairs.
it.each([
  ['Which DRAM was first?', 'which dram was first'],
  ['GPT-4o, v2.5_beta (x86-64)', 'gpt 4o v2 5 beta x86 64'],
  ['Größe, naïve, ÉCOLE, Ελλάδα', 'größe naïve école ελλάδα'],
  ['किताब पढ़ो', 'किताब पढ़ो'.normalize('NFKC')],
  [' … — ! ', ''],
  ['半导体', '半导 导体'],
  ['東京タワー', '東京 京タ タワ ワー'],
  ['人々の〆切は二〇二四', '人々 々の の〆 〆切 切は は二 二〇 〇二 二四'],
  ['80年代DRAM市场GaN', '80 年代 dram 市场 gan'],
])('cjkBigram gives the tokens of %s', (text, expected) => {
  expect(tokens(text)).toBe(expected);
});
