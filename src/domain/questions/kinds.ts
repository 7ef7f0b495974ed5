import type { QuestionOrigin } from '../../base/types';

export const GENERATED_ORIGINS = [
  'heading',
  'definition',
  'phrase',
  'cloze',
  'title',
] as const satisfies QuestionOrigin[];
export type GeneratedOrigin = (typeof GENERATED_ORIGINS)[number];

export interface OriginKind {
  /** In the plural, to be read in a list. */
  readonly label: string;
  /** What a person must know before quoting a number of such questions. */
  readonly note: string;
  /** Whether its questions share words with the passage however well they are made. */
  readonly sharesWords: boolean;
}

export const ORIGIN_KINDS: Readonly<Record<QuestionOrigin, OriginKind>> = {
  written: { label: 'Written by hand', note: 'As a person asked them.', sharesWords: false },
  imported: { label: 'Imported', note: 'From a file of questions.', sharesWords: false },
  heading: {
    label: 'Headings',
    note: 'Ask for the section under a heading. The heading stands in the passage: they favour word search.',
    sharesWords: true,
  },
  definition: {
    label: 'Definitions',
    note: 'Ask what a term is, where a sentence defines it. The term stands in the passage; people do ask such questions.',
    sharesWords: true,
  },
  phrase: {
    label: 'Salient phrases',
    note: 'Ask about a phrase that no other document has. They find a passage by its rarest words: they favour word search.',
    sharesWords: true,
  },
  cloze: {
    label: 'Cloze',
    note: 'A sentence with its most telling word left out. They favour BM25: they share all other words with the passage by construction.',
    sharesWords: true,
  },
  title: {
    label: 'Titles',
    note: 'Ask for a document by its title. They tell whether documents are found, not whether passages are.',
    sharesWords: true,
  },
  model: {
    label: 'By a language model',
    note: 'A model read the passage and asked. Its questions are fluent, easy, and of the passage’s own words more often than people’s are.',
    sharesWords: false,
  },
};
