import { describe, expect, it } from 'vitest';
import { cjkBigram, cjkUnigram } from '../../../../src/domain/text/cjk';
import { type Analyzer, words } from '../../../../src/domain/text/plain-text';
import { CodePoints } from '../../../../src/domain/chunk/judged-text';
import { segmenterWords } from '../../../../src/domain/text/segments';
import { editDistance } from '../../../../src/domain/text/edit-distance';
import { porter2 } from '../../../../src/domain/text/porter2';
import { termPlaces } from '../../../../src/domain/text/term-places';

it.each([
  ['GPT-4o, v2.5_beta', ['gpt', '4o', 'v2', '5', 'beta']],
  ['半导体的制造，设备', ['半导体的制造', '设备']],
  ['80年代DRAM市场', ['80年代dram市场']],
  ['한국어 시험', ['한국어', '시험']],
  ['don’t', ['don', 't']],
  ['किताब', ['किताब']],
  ['ＤＲＡＭ co\u00adop', ['dram', 'coop']],
  ['\u0301 — 🙂', []],
])('cuts %s at all that is no letter or digit, whatever the script', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

describe('offsets in code points', () => {
  it('are those in UTF-16 units where no character takes two', () => {
    const points = new CodePoints('半导体 text');
    expect([0, 3, 8].map((offset) => points.before(offset))).toEqual([0, 3, 8]);
  });

  it('count a surrogate pair once, and one that is torn behind it', () => {
    const points = new CodePoints('a🙂b🙂');
    expect([0, 1, 2, 3, 4, 6].map((offset) => points.before(offset))).toEqual([0, 1, 2, 2, 3, 4]);
  });

  it('count a surrogate without its pair as one', () => {
    expect(new CodePoints('\ud83da').before(2)).toBe(2);
  });
});

it('segmenterWords finds the words of Chinese, Japanese and Thai, and none in signs', () => {
  const analyze = segmenterWords();
  expect(analyze('我喜欢北京。')).toEqual(['我', '喜欢', '北京']);
  expect(analyze('東京の人々！')).toEqual(['東京', 'の', '人々']);
  expect(analyze('สวัสดีครับ').length).toBeGreaterThan(1);
  expect(analyze('DON’T stop, 3.14 🙂')).toEqual(['don’t', 'stop', '3.14']);
});

const distance = (a: string, b: string, most = 9): number => editDistance(Array.from(a), Array.from(b), most);

describe('the edit distance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['wafer', 'wafre', 1],
    ['retreival', 'retrieval', 1],
    ['abcd', 'badc', 2],
    ['𝒳y', 'y𝒳', 1],
  ])('%s and %s: %i', (a, b, expected) => {
    expect(distance(a, b)).toBe(expected);
    expect(distance(b, a)).toBe(expected);
  });

  it('edits no part twice: “ca” and “abc” are 3 apart, 2 in the unrestricted form', () => {
    expect(distance('ca', 'abc')).toBe(3);
  });
});

it.each([
  ['generalizations', 'general'],
  ['running', 'run'],
  ['skies', 'sky'],
  ['ties', 'tie'],
  ['cries', 'cri'],
  ['gas', 'gas'],
  ['gaps', 'gap'],
  ['hopping', 'hop'],
  ['hoping', 'hope'],
  ['luxuriated', 'luxuri'],
  ['rational', 'ration'],
  ['happy', 'happi'],
  ['say', 'say'],
  ['sayyid', 'sayyid'],
  ['news', 'news'],
  ['herrings', 'herring'],
  ['communication', 'communic'],
  ['relative', 'relat'],
  ['controlling', 'control'],
  ["dog's", 'dog'],
  ['knack', 'knack'],
  ['semiconductors', 'semiconductor'],
])('porter2 %s is %s', (word, stem) => {
  expect(porter2(word)).toBe(stem);
});

/** What is marked, as it is written in the text. */
function marked(text: string, terms: string[], analyze: Analyzer, overlapping = analyze === cjkBigram): string[] {
  const places = termPlaces(text, new Set(terms), analyze, overlapping);
  return places.map(({ start, end }) => text.slice(start, end));
}
const stem =
  (analyze: Analyzer): Analyzer =>
  (text) =>
    analyze(text).map((term) => term.replace(/(ning|s|ed)$/, ''));
const without =
  (stopped: string, analyze: Analyzer): Analyzer =>
  (text) =>
    analyze(text).filter((term) => term !== stopped);

describe('where terms stand in a text', () => {
  it('marks words as they are written, whole, also where their stem was searched', () => {
    expect(marked('Running runs: the RUN ran.', ['run'], stem(cjkBigram))).toEqual(['Running', 'runs', 'RUN']);
    expect(marked('the end.Running', ['run'], stem(cjkBigram))).toEqual(['Running']);
  });

  it('marks pairs of Chinese and Japanese characters, which may overlap', () => {
    expect(marked('日本半导体产业', ['半导', '导体'], cjkBigram)).toEqual(['半导', '导体']);
    expect(marked('体导半导体', ['半导'], cjkBigram)).toEqual(['半导']);
    expect(marked('DRAM半導体', ['dram', '導体'], cjkBigram)).toEqual(['DRAM', '導体']);
  });

  it('marks a pair where it stands, whatever pairs before it are stop words', () => {
    expect(marked('半导体设备', ['设备'], without('导体', cjkBigram), true)).toEqual(['设备']);
    // Only one pair is left: the run is not marked whole.
    expect(marked('半导体', ['半导'], without('导体', cjkBigram), true)).toEqual(['半导']);
  });

  it('marks each character of a search by characters', () => {
    expect(marked('日本と本', ['本'], cjkUnigram)).toEqual(['本', '本']);
  });

  it('marks a word of a dictionary where it is a word, not where it is part of another', () => {
    expect(marked('日本と本', ['本'], segmenterWords())).toEqual(['本']);
    expect(termPlaces('日本と本', new Set(['本']), segmenterWords(), false)[0]).toMatchObject({ start: 3, end: 4 });
  });

  it('marks a dictionary form as far as it is written', () => {
    const dictionary: Analyzer = (text) => (text === '犬が走った' ? ['犬', 'が', '走る', 'た'] : words(text));
    expect(marked('犬が走った', ['走る'], dictionary)).toEqual(['走']);
  });

  it('finds what NFKC changes, in the text as it was', () => {
    expect(marked('ＤＲＡＭ of 1 ㌔', ['dram'], cjkBigram)).toEqual(['ＤＲＡＭ']);
    expect(marked('ﾊﾞｽ停', ['バス'], cjkBigram)).toEqual(['ﾊﾞｽ']);
    expect(marked('Cafe\u0301 now', ['café'], cjkBigram)).toEqual(['Cafe\u0301']);
    expect(marked('co\u00adoperate', ['cooperate'], words)).toEqual(['co\u00adoperate']);
  });

  it('marks terms with signs in them', () => {
    expect(marked("3.14 is π, says O'Neill", ['3.14', "o'neill"], cjkUnigram)).toEqual(['3.14', "O'Neill"]);
    expect(marked("O'Neill", ['neill'], words)).toEqual(['Neill']);
  });
});
