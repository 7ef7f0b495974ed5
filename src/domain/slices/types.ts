import type { Problem } from '../../base/problem';
import type { DocId, Metadata, QuestionOrigin } from '../../base/types';

/** A passage that is relevant to some question: the judged part of a document, or all of it. */
export interface RelevantPassage {
  readonly doc: DocId;
  readonly text: string;
  readonly metadata?: Metadata;
}

export interface SlicedQuestion {
  /** Empty where the question is not in the collection any more: it is in no slice by text. */
  readonly text: string;
  /** What came with the collection has no origin of its own. */
  readonly origin: QuestionOrigin | 'given';
  /** Positions in the passages. */
  readonly relevant: readonly number[];
  /** The user's own. */
  readonly tags: readonly string[];
}

/** The content words of a text, each once, as the collection's analyzer has them. */
export type ContentTerms = (text: string) => ReadonlySet<string>;

/** The ways of dividing questions, in the order in which they are shown. */
export const DIMENSION_KINDS = [
  ...['language', 'script', 'topic', 'shared-words', 'length', 'question-type', 'relevant-passages'],
  ...['origin', 'folder', 'document', 'metadata', 'tag'],
] as const;
export type DimensionKind = (typeof DIMENSION_KINDS)[number];

/** What a question asks for, by its form. */
export type QuestionType = 'how-why' | 'fact' | 'yes-no' | 'keywords' | 'other';

/** What a slice is called, as a code with data. */
export interface SliceLabels {
  /** BCP 47. */
  language: { code: string };
  /** ISO 15924, the most frequent first. */
  script: { scripts: readonly string[] };
  topic: { terms: readonly string[] };
  /** Up to a third of the question's content words, or more. */
  'shared-words': { few: boolean };
  /** Up to so many words, or more; two Chinese or Japanese characters count as a word. */
  length: { long: boolean; words: number };
  'question-type': { type: QuestionType };
  'relevant-passages': { several: boolean };
  origin: { origin: SlicedQuestion['origin'] };
  /** Null where the relevant passages are in several. */
  folder: { folder: string | null };
  document: { doc: DocId | null };
  metadata: { value: string | null };
  tag: { tag: string };
  untagged: null;
  /** Slices of the dimension that are too small to be shown. */
  other: { slices: number };
}
export type SliceLabel = Problem<SliceLabels>;

export interface Slice {
  /** Unique in a result: `language:en`, `metadata:colour:red`. */
  readonly id: string;
  readonly label: SliceLabel;
  /** Positions, ascending. */
  readonly questions: readonly number[];
}

export interface Dimension {
  /** Its kind; of metadata with the field, `metadata:colour`. */
  readonly id: string;
  readonly kind: DimensionKind;
  /** Of metadata; null of other kinds. */
  readonly field: string | null;
  readonly slices: readonly Slice[];
}
