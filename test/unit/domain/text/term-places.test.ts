import { describe, expect, it } from 'vitest';
import { cjkBigram, cjkUnigram } from '../../../../src/domain/text/cjk';
import { segmenterWords } from '../../../../src/domain/text/segments';
import { termPlaces } from '../../../../src/domain/text/term-places';
import { words, type Analyzer } from '../../../../src/domain/text/plain-text';

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

  it('does not mark a word within another', () => {
    expect(marked('prune and rerun', ['run'], words)).toEqual([]);
    expect(marked('brunch', ['run'], cjkBigram)).toEqual([]);
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

  it('marks nothing where nothing is asked for', () => {
    expect(marked('red sky', [], words)).toEqual([]);
    expect(marked('', ['red'], words)).toEqual([]);
  });
});
