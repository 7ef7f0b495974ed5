import { describe, expect, it } from 'vitest';
import { cjkBigram, cjkUnigram } from '../../../../src/domain/text/cjk';
import { type Analyzer, words } from '../../../../src/domain/text/plain-text';
import { CodePoints } from '../../../../src/domain/chunk/judged-text';
import { segmenterWords } from '../../../../src/domain/text/segments';
import { editDistance } from '../../../../src/domain/text/edit-distance';
import { termPlaces } from '../../../../src/domain/text/term-places';
import { porter2 } from '../../../../src/domain/text/porter2';

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

it.each([
  ['are those in UTF-16 units where no character takes two', '半导体 text', [0, 3, 8], [0, 3, 8]],
  ['count a surrogate pair once, and one that is torn behind it', 'a🙂b🙂', [0, 1, 2, 3, 4, 6], [0, 1, 2, 2, 3, 4]],
  ['count a surrogate without its pair as one', '\ud83da', [2], [2]],
])('offsets in code points %s', (_, text, offsets, expected) => {
  const points = new CodePoints(text);
  expect(offsets.map((offset) => points.before(offset))).toEqual(expected);
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

const dictionary: Analyzer = (text) => (text === '犬が走った' ? ['犬', 'が', '走る', 'た'] : words(text));
const stems = stem(cjkBigram);

it.each<[what: string, text: string, terms: string[], Analyzer, marked: string[], overlapping?: boolean]>([
  ['words as written, by their stem', 'Running runs: the RUN ran.', ['run'], stems, ['Running', 'runs', 'RUN']],
  ['words whole', 'the end.Running', ['run'], stems, ['Running']],
  ['pairs, which may overlap', '日本半导体产业', ['半导', '导体'], cjkBigram, ['半导', '导体']],
  ['a pair in its order', '体导半导体', ['半导'], cjkBigram, ['半导']],
  ['pairs beside words', 'DRAM半導体', ['dram', '導体'], cjkBigram, ['DRAM', '導体']],
  ['a pair behind one that is a stop word', '半导体设备', ['设备'], without('导体', cjkBigram), ['设备'], true],
  // Only one pair is left: the run is not marked whole.
  ['a pair before one that is a stop word', '半导体', ['半导'], without('导体', cjkBigram), ['半导'], true],
  ['each character of a search by characters', '日本と本', ['本'], cjkUnigram, ['本', '本']],
  ['a word of a dictionary, not part of another', '日本と本', ['本'], segmenterWords(), ['本']],
  ['a dictionary form as far as it is written', '犬が走った', ['走る'], dictionary, ['走']],
  ['full-width letters', 'ＤＲＡＭ of 1 ㌔', ['dram'], cjkBigram, ['ＤＲＡＭ']],
  ['half-width kana', 'ﾊﾞｽ停', ['バス'], cjkBigram, ['ﾊﾞｽ']],
  ['letters with marks of their own', 'Cafe\u0301 now', ['café'], cjkBigram, ['Cafe\u0301']],
  ['soft hyphens', 'co\u00adoperate', ['cooperate'], words, ['co\u00adoperate']],
  ['terms with signs', "3.14 is π, says O'Neill", ['3.14', "o'neill"], cjkUnigram, ['3.14', "O'Neill"]],
  ['a term behind a sign', "O'Neill", ['neill'], words, ['Neill']],
])('termPlaces marks %s', (_, text, terms, analyze, expected, overlapping) => {
  expect(marked(text, terms, analyze, overlapping)).toEqual(expected);
});

it('termPlaces tells where a word of a dictionary stands', () => {
  expect(termPlaces('日本と本', new Set(['本']), segmenterWords(), false)[0]).toMatchObject({ start: 3, end: 4 });
});
