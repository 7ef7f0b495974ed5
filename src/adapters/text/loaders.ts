import type { MorphemeTokenizer, AnalyzerLoaders } from '../../domain/text/open-analyzer';
import type { StemmerLanguage, StopWordLanguage } from '../../domain/text/analyzer-spec';
import { porter2 } from '../../domain/text/porter2';

export const analyzerLoaders: AnalyzerLoaders = {
  stopWords: loadStopWords,
  stemmer: loadStemmer,
  japanese: () => (japanese ??= loadJapanese()),
};

let japanese: Promise<MorphemeTokenizer> | null = null;

async function loadJapanese(): Promise<MorphemeTokenizer> {
  try {
    const [{ buildJapanese }, { fetchDictionaryFile }] = await Promise.all([
      import('./japanese'),
      import('./japanese-dictionary'),
    ]);
    return await buildJapanese(fetchDictionaryFile);
  } catch (error) {
    // A load that failed can be tried again.
    japanese = null;
    throw error;
  }
}

type Stem = (token: string) => string;

/** The package's English stemmer is Porter's of 1980, so that one is ours; the others agree with Snowball 2.1. */
const stemmers: { readonly [Language in StemmerLanguage]: () => Promise<{ stemmer: Stem }> } = {
  da: () => import('@orama/stemmers/danish'),
  de: () => import('@orama/stemmers/german'),
  el: () => import('@orama/stemmers/greek'),
  en: () => Promise.resolve({ stemmer: porter2 }),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  ga: () => import('@orama/stemmers/irish'),
  hu: () => import('@orama/stemmers/hungarian'),
  hy: () => import('@orama/stemmers/armenian'),
  it: () => import('@orama/stemmers/italian'),
  lt: () => import('@orama/stemmers/lithuanian'),
  nl: () => import('@orama/stemmers/dutch'),
  no: () => import('@orama/stemmers/norwegian'),
  pt: () => import('@orama/stemmers/portuguese'),
  ro: () => import('@orama/stemmers/romanian'),
  ru: () => import('@orama/stemmers/russian'),
  sr: () => import('@orama/stemmers/serbian'),
  sv: () => import('@orama/stemmers/swedish'),
  tr: () => import('@orama/stemmers/turkish'),
};

export async function loadStemmer(language: StemmerLanguage): Promise<Stem> {
  return (await stemmers[language]()).stemmer;
}

/** The long list of stopwords-iso: some of its 1,298 English words carry meaning, as `computer`. */
export async function loadStopWords(language: StopWordLanguage): Promise<readonly string[]> {
  const { default: lists } = await import('stopwords-iso/stopwords-iso.json');
  return lists[language];
}
