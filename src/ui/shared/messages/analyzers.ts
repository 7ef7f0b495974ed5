import { ANALYZER_CHOICES, type AnalyzerId } from '../../../domain/text/analyzer-spec';

/** Of each analyzer that is offered, its name, and what it does, for what text. */
const texts: Readonly<Record<AnalyzerId, readonly [label: string, hint: string]>> = {
  words: [
    'Words',
    'Runs of letters and digits. Chinese and Japanese sentences stay whole, so that little is found in them.',
  ],
  'cjk-bigram': [
    'Words, CJK as bigrams',
    'Chinese, Japanese and Korean as overlapping pairs of characters. Works for every language.',
  ],
  'cjk-unigram': [
    'Words, CJK as single characters',
    'What Elasticsearch’s “standard” analyzer does: each Han and Hiragana character alone.',
  ],
  segmenter: [
    'Words of the browser’s dictionary',
    'Intl.Segmenter, for Chinese, Japanese, Thai and others. Another browser may find other words.',
  ],
  japanese: ['Japanese words', 'MeCab’s morphemes with IPADIC, in dictionary form. Loads a dictionary of 18 MB once.'],
  'japanese-nouns-and-verbs': [
    'Japanese nouns and verbs',
    'The same, without particles, auxiliaries, adjectives and all else.',
  ],
  'cjk-bigram-english': [
    'CJK bigrams, English stems',
    'Without English stop words, and with “running” and “runs” as “run” (Porter2).',
  ],
};

export const ANALYZER_OPTIONS: readonly { readonly value: string; readonly label: string }[] = ANALYZER_CHOICES.map(
  ({ id }) => ({ value: id, label: texts[id][0] }),
);

/** Undefined for an analyzer that is not offered. */
export const analyzerHint = (id: string | undefined): string | undefined => texts[id as AnalyzerId]?.[1];

export const analyzerLabel = (id: AnalyzerId): string => texts[id][0];
