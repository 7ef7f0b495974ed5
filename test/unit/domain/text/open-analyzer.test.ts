import { describe, expect, it } from 'vitest';
import { type AnalyzerSpec, DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { type AnalyzerLoaders, openAnalyzer } from '../../../../src/domain/text/open-analyzer';

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

  it('keeps a token of which the stemmer leaves nothing', async () => {
    expect((await open({ stemmer: 'en' }))('s dogs')).toEqual(['s', 'dog']);
  });

  it('passes on why something could not be loaded', async () => {
    const loaders = { ...parts().loaders, japanese: () => Promise.reject(new Error('no dictionary')) };
    await expect(openAnalyzer({ ...DEFAULT_ANALYZER, tokens: 'japanese' }, loaders)).rejects.toThrow('no dictionary');
  });
});
