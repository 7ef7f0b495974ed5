import type { Place, QuestionOrigin } from '../../base/types';

export type QuestionLanguage = 'en' | 'zh' | 'ja';

export interface Candidate {
  readonly text: string;
  readonly origin: QuestionOrigin;
  readonly model?: string;
  readonly language: QuestionLanguage;
  readonly answer?: string;
  readonly place: Place;
  readonly also?: readonly Place[];
}

export interface Proposal extends Candidate {
  readonly value: number;
}

/** What is wrong with a question that is read without its passage. */
export type Flaw =
  /** It points to something that is not in it: “this section”, 本节, この. */
  | 'deictic'
  /** It has a pronoun, and nothing before it that the pronoun could stand for. */
  | 'pronoun'
  /** No word says what it is about. */
  | 'empty'
  /** It stops in the middle. */
  | 'cut-off';

export interface Elsewhere {
  readonly place: Place;
  /** Made from the same question, the same text or nearly, or one or two sentences with its words. */
  readonly why: 'same-question' | 'same-text' | 'holds-words';
  /** 0 to 1: of the texts, or the share of the words. */
  readonly similarity: number;
}

export interface Checks {
  /** Share of the question's content words that its place holds, 0 to 1; null where it has none. */
  readonly leak: number | null;
  readonly flaws: readonly Flaw[];
  readonly elsewhere: readonly Elsewhere[];
  /** Other passages that hold as much of the question's words, by idf; null without content words or once edited. */
  readonly distractors: number | null;
}

export interface CheckedCandidate extends Candidate {
  readonly checks: Checks;
}

/** Questions as people ask them: not by the rarest words of a passage, and with some that it does not have. */
export const MIXED_ORIGINS = ['keywords', 'relation', 'reworded', 'several'] as const satisfies QuestionOrigin[];
export type MixedOrigin = (typeof MIXED_ORIGINS)[number];

/** Ways of making questions from the documents alone: their questions share words with the passage however well they are made. */
export const GENERATED_ORIGINS = [...MIXED_ORIGINS, 'heading', 'title'] as const satisfies QuestionOrigin[];
export type GeneratedOrigin = (typeof GENERATED_ORIGINS)[number];

/** How many questions of each origin, in any unit. */
export type QuestionMix = Readonly<Partial<Record<QuestionOrigin, number>>>;

export const EVEN_SHARE = 10;

/** Of earlier versions: collections hold them. */
const FORMER_ORIGINS: readonly QuestionOrigin[] = ['definition', 'phrase', 'cloze'];

/** Whether a question was made from the documents alone. */
export const isMade = (origin: QuestionOrigin | null | undefined): boolean =>
  [...GENERATED_ORIGINS, ...FORMER_ORIGINS].some((each) => each === origin);
