import type { SliceChanges, SliceDifference } from '../../../domain/slices/cells';
import type { ReportedDimension, SliceReport } from '../../../domain/slices/report';
import type { Evidence } from '../../../domain/slices/slice-tests';
import type { DimensionKind, QuestionType, SliceLabel, SliceLabels } from '../../../domain/slices/dimension';
import { counted, difference, intervalWords, language, list, measure, pValue } from '../format';
import { lowerFirst } from '../system-text';
import { type Catalogue, say } from './say';
import { ORIGIN_TEXTS } from './question-sources';

const DIMENSION_TEXTS: Readonly<Record<DimensionKind, { readonly name: string; readonly rule: string }>> = {
  language: {
    name: 'Language',
    rule: 'The language of the question: by its script, or by its letters among the languages of the documents.',
  },
  script: { name: 'Script', rule: 'The scripts of the question: the main one, and others with at least two letters.' },
  topic: {
    name: 'Topic',
    rule: 'Clusters of questions by meaning (spherical k-means), named by their most distinctive words. Without vectors, by words.',
  },
  'shared-words': {
    name: 'Words shared with the relevant passage',
    rule: 'Few: up to a third of the question’s content words are in its relevant passage. In Chinese and Japanese, pairs of characters count as words.',
  },
  length: {
    name: 'Length of the question',
    rule: 'Short: up to the median number of words. Two Chinese or Japanese characters count as a word.',
  },
  'question-type': {
    name: 'Type of question',
    rule: 'By its form: question words, auxiliary verbs, or keywords alone. For English, Chinese and Japanese.',
  },
  'relevant-passages': { name: 'Relevant passages', rule: 'How many passages are judged relevant.' },
  origin: { name: 'Origin of the question', rule: 'How the question was made.' },
  folder: { name: 'Folder', rule: 'The folder of the relevant documents.' },
  document: { name: 'Document', rule: 'The document of the relevant passages.' },
  metadata: { name: 'Metadata', rule: 'The value that the relevant documents have.' },
  tag: { name: 'Tag', rule: 'Your own tags. A question may have several.' },
};

export const dimensionName = ({ kind, field }: Pick<ReportedDimension, 'kind' | 'field'>): string =>
  field === null ? DIMENSION_TEXTS[kind].name : field;

/** `= .019`, `< .001`. */
export function pText(p: number | null): string {
  const text = pValue(p);
  return text.startsWith('<') ? text : `= ${text}`;
}

export const dimensionRule = ({ kind }: Pick<ReportedDimension, 'kind'>): string => DIMENSION_TEXTS[kind].rule;

const TYPE_NAMES: Readonly<Record<QuestionType, string>> = {
  'how-why': 'How and why',
  fact: 'Fact',
  'yes-no': 'Yes or no',
  keywords: 'Keywords',
  other: 'Other form',
};

const scripts = new Intl.DisplayNames(['en'], { type: 'script' });

const scriptNames = (codes: readonly string[]): string =>
  codes.map((code) => scripts.of(code)?.replace(/ .*/, '') ?? code).join(' with ');

const originName = (origin: SliceLabels['origin']['origin']): string =>
  origin === 'given' ? 'With the collection' : ORIGIN_TEXTS[origin].label;

const LABELS: Catalogue<SliceLabels> = {
  language: ({ code }) => language(code),
  script: ({ scripts: codes }) => scriptNames(codes),
  topic: ({ terms }) => (terms.length === 0 ? 'Unnamed' : terms.join(', ')),
  'shared-words': ({ few }) => (few ? 'Few' : 'More'),
  length: ({ long, words }) => (long ? `Over ${counted(words, 'word')}` : `Up to ${counted(words, 'word')}`),
  'question-type': ({ type }) => TYPE_NAMES[type],
  'relevant-passages': ({ several }) => (several ? 'Two or more' : 'One'),
  origin: ({ origin }) => originName(origin),
  folder: ({ folder }) => folder ?? 'Several folders',
  document: ({ doc }) => doc ?? 'Several documents',
  metadata: ({ value }) => value ?? 'Several values',
  tag: ({ tag }) => tag,
  untagged: () => 'No tag',
  other: ({ slices }) => `Other (${counted(slices, 'slice')})`,
};

export const sliceName = (label: SliceLabel): string => say(LABELS, label);

export const sliceTitle = (dimension: Pick<ReportedDimension, 'kind' | 'field'>, label: SliceLabel): string =>
  `${dimensionName(dimension)} = ${sliceName(label)}`;

export const sliceNote = (questions: number, isTested: boolean): string =>
  isTested
    ? `Exploratory: ranks, intervals and tests below are of these ${counted(questions, 'question')} alone. They are corrected for the pairs of systems, not for having chosen this slice. Latency is that of all questions.`
    : `Too few questions to compare systems: means are shown without intervals, tests and ranks. Latency is that of all questions.`;

const PHRASES: Catalogue<SliceLabels> = {
  language: ({ code }) => `in ${language(code)}`,
  script: ({ scripts: codes }) => `on questions in ${scriptNames(codes)} script`,
  topic: ({ terms }) => (terms.length === 0 ? 'on one topic' : `on the topic “${terms.join(', ')}”`),
  'shared-words': ({ few }) => (few ? 'where few words are shared' : 'where more words are shared'),
  length: ({ long }) => (long ? 'on long questions' : 'on short questions'),
  'question-type': ({ type }) =>
    ({
      'how-why': 'on how and why questions',
      fact: 'on questions for a fact',
      'yes-no': 'on yes-or-no questions',
      keywords: 'on keywords',
      other: 'on questions of other forms',
    })[type],
  'relevant-passages': ({ several }) =>
    several ? 'where several passages are relevant' : 'where one passage is relevant',
  origin: ({ origin }) => `on questions of origin “${originName(origin)}”`,
  folder: ({ folder }) => (folder === null ? 'where several folders are relevant' : `in ${folder}`),
  document: ({ doc }) => (doc === null ? 'where several documents are relevant' : `in ${doc}`),
  metadata: ({ value }) => (value === null ? 'where documents of several values are relevant' : `on “${value}”`),
  tag: ({ tag }) => `on questions tagged “${tag}”`,
  untagged: () => 'on questions without a tag',
  other: () => 'in the smaller slices together',
};

export const slicePhrase = (label: SliceLabel): string => say(PHRASES, label);

/** The figure in a cell: `−.08`, `.00`. */
export function cellDifference(value: number): string {
  const text = difference(value, 2);
  return /[1-9]/.test(text) ? text : measure(0, 2);
}

const certaintyText = ({ certainty, mean }: Pick<SliceDifference, 'certainty' | 'mean'>): string =>
  certainty === 'tie' ? 'a tie' : `${mean < 0 ? 'worse' : 'better'}, ${certainty}`;

/** @param cell what it shows: system, slice, questions, measure and value */
export function cellDescription(cell: string, best: string, own: SliceDifference): string {
  if (own.ci95 === null) return cell;
  const against = `${difference(own.mean, 3)} against ${best} (${intervalWords(own.ci95)})`;
  return `${cell}, ${against}, corrected p ${pText(own.p)}: ${certaintyText(own)}`;
}

export const slicesAnswer = ({ dimensions }: SliceReport): string =>
  answered(dimensions, 'Differences between systems', 'depend', 'of a difference between slices');

export const sliceChangesAnswer = ({ dimensions }: SliceChanges): string =>
  answered(dimensions, 'The change', 'depends', 'that the change depends on the slice');

type Tested = Pick<ReportedDimension, 'kind' | 'field' | 'p' | 'holm'> & {
  readonly findings: readonly { readonly evidence: Evidence }[];
};

function answered(dimensions: readonly Tested[], what: string, depends: string, none: string): string {
  const tested = dimensions.filter(({ p }) => p !== null).length;
  if (dimensions.length === 0) return 'The questions cannot be divided into slices of ten or more.';
  const named = (sure: boolean): string[] =>
    dimensions
      .filter(({ findings }) => findings.length > 0 && findings.some(({ evidence }) => evidence === 'sure') === sure)
      .map((dimension) => `${dimension.field ?? lowerFirst(dimensionName(dimension))} (p ${pText(dimension.holm)})`);
  const [sure, perhaps] = [named(true), named(false)];
  const corrected = `corrected for ${counted(tested, 'way', 'ways')} of dividing the questions`;
  if (sure.length > 0)
    return `${what} ${depends} on ${list(sure)}${perhaps.length > 0 ? `, and may depend on ${list(perhaps)}` : ''}; ${corrected}.`;
  if (perhaps.length > 0) return `${what} may depend on ${list(perhaps)}; ${corrected}.`;
  return `No evidence ${none}, ${corrected}.`;
}
