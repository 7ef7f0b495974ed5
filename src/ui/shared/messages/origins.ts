import type { QuestionOrigin } from '../../../base/types';

/** Kinds of questions: what each is called, in the plural, and what to know before quoting a number of them. */
export const ORIGIN_TEXTS: Readonly<Record<QuestionOrigin, { readonly label: string; readonly note: string }>> = {
  written: { label: 'Written by hand', note: 'As a person asked them.' },
  imported: { label: 'Imported', note: 'From a file of questions.' },
  heading: {
    label: 'Headings',
    note: 'Ask for the section under a heading. The heading is in the passage: they favour word search.',
  },
  definition: {
    label: 'Definitions',
    note: 'Ask what a term is, where a sentence defines it. The term is in the passage; people do ask such questions.',
  },
  phrase: {
    label: 'Salient phrases',
    note: 'Ask about a phrase that no other document has. They find a passage by its rarest words: they favour word search.',
  },
  cloze: {
    label: 'Cloze',
    note: 'A sentence with its most informative word left out. They favour BM25: all other words are those of the passage.',
  },
  title: {
    label: 'Titles',
    note: 'Ask for a document by its title. They show whether documents are found, not whether passages are.',
  },
  model: {
    label: 'By a language model',
    note: 'A model read the passage and asked. Its questions are fluent, easy, and share more words with the passage than people’s questions do.',
  },
};
