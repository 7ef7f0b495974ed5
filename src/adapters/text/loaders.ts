import type { MorphemeTokenizer } from '../../domain/text/japanese';
import type { AnalyzerLoaders } from '../../domain/text/open-analyzer';
import { loadStemmer } from './stemmers';
import { loadStopWords } from './stop-words';

/** Loads what analyzers need from our own origin, each thing when it is first asked for. */
export const analyzerLoaders: AnalyzerLoaders = {
  stopWords: loadStopWords,
  stemmer: loadStemmer,
  japanese: () => (japanese ??= loadJapanese()),
};

/** Large enough to be held once. */
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
