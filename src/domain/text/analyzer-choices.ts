import { type AnalyzerSpec, DEFAULT_ANALYZER } from './analyzer-spec';

export interface AnalyzerChoice {
  readonly id: string;
  readonly label: string;
  /** One sentence: what it does, and for what text. */
  readonly summary: string;
  readonly spec: AnalyzerSpec;
}

const tokens = (kind: AnalyzerSpec['tokens']): AnalyzerSpec => ({ ...DEFAULT_ANALYZER, tokens: kind });

/** From the plainest on; those that a comparison side by side shows. */
export const ANALYZER_CHOICES: readonly AnalyzerChoice[] = [
  {
    id: 'words',
    label: 'Words',
    summary: 'Runs of letters and digits. Chinese and Japanese sentences stay whole, so that little is found in them.',
    spec: tokens('words'),
  },
  {
    id: 'cjk-bigram',
    label: 'Words, CJK as bigrams',
    summary: 'Chinese, Japanese and Korean as overlapping pairs of characters. Works for every language.',
    spec: tokens('cjk-bigram'),
  },
  {
    id: 'cjk-unigram',
    label: 'Words, CJK as single characters',
    summary: 'What Elasticsearch’s “standard” analyzer does: each Han and Hiragana character alone.',
    spec: tokens('cjk-unigram'),
  },
  {
    id: 'segmenter',
    label: 'Words of the browser’s dictionary',
    summary: 'Intl.Segmenter, for Chinese, Japanese, Thai and others. Another browser may find other words.',
    spec: tokens('segmenter'),
  },
  {
    id: 'japanese',
    label: 'Japanese words',
    summary: 'MeCab’s morphemes with IPADIC, in dictionary form. Loads a dictionary of 18 MB once.',
    spec: tokens('japanese'),
  },
  {
    id: 'japanese-nouns-and-verbs',
    label: 'Japanese nouns and verbs',
    summary: 'The same, without particles, auxiliaries, adjectives and all else.',
    spec: { ...tokens('japanese'), partsOfSpeech: 'nouns-and-verbs' },
  },
  {
    id: 'cjk-bigram-english',
    label: 'CJK bigrams, English stems',
    summary: 'Without English stop words, and with “running” and “runs” as “run” (Porter2).',
    spec: { ...DEFAULT_ANALYZER, stopWords: ['en'], stemmer: 'en' },
  },
];
