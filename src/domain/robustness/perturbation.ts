import { hashText } from '../../base/hash';
import type { Query } from '../../base/types';
import { uniform } from '../statistics/random';
import { withKanaErrors } from './kana-errors';
import { asKeywords } from './keyword-query';
import { type TypedWord, withHomophones } from './pinyin-errors';
import { withTypingErrors } from './typing-errors';
import { type ReadWord, unconverted } from './unconverted';
import { HAN, KANA } from '../text/cjk';
import { otherCase, otherWidth, withoutDiacritics } from './written-forms';

/** How a question is asked otherwise than it was written, with the same answer. */
export type PerturbationKind =
  'typing' | 'keywords' | 'case' | 'diacritics' | 'width' | 'kana' | 'unconverted' | 'pinyin';

/** The words of a question; none where it is of another language. */
export interface QuestionWords {
  readonly japanese: readonly ReadWord[];
  readonly chinese: readonly TypedWord[];
}

const NO_WORDS: QuestionWords = { japanese: [], chinese: [] };

type Perturbation = (text: string, next: () => number, words: QuestionWords) => string;

/** Each gives the text itself where it has nothing to change. In the order of the columns. */
const PERTURBATIONS: Readonly<Record<PerturbationKind, Perturbation>> = {
  typing: withTypingErrors,
  keywords: asKeywords,
  case: otherCase,
  diacritics: withoutDiacritics,
  width: otherWidth,
  kana: withKanaErrors,
  unconverted: (text, next, { japanese }) => unconverted(text, japanese, next),
  pinyin: (text, next, { chinese }) => withHomophones(text, chinese, next),
};

export const PERTURBATION_KINDS = Object.keys(PERTURBATIONS) as readonly PerturbationKind[];

/** Whether a question is changed by the readings of its words: Japanese, with kanji. */
export const isReadAloud = ({ text }: Pick<Query, 'text'>): boolean => KANA.test(text) && HAN.test(text);

/** Whether a question may be typed by pinyin: with Chinese characters, and without kana. */
export const isTypedByPinyin = ({ text }: Pick<Query, 'text'>): boolean => !KANA.test(text) && HAN.test(text);

export interface PerturbedQuestion {
  readonly query: Query;
  /** What is asked instead. */
  readonly text: string;
}

/**
 * A question asked otherwise; null where this kind cannot change it. The same seed, question and kind give the same text.
 */
export function perturbed({ id, text }: Query, kind: PerturbationKind, seed: number, words = NO_WORDS): string | null {
  const own = parseInt(hashText(`${kind} ${id} ${text}`).slice(0, 8), 16);
  const changed = PERTURBATIONS[kind](text, uniform((own ^ seed) >>> 0), words);
  return changed === text || changed.trim() === '' ? null : changed;
}

/** Questions that a kind can change, in their order. */
export const perturbedQuestions = (
  queries: readonly Query[],
  kind: PerturbationKind,
  seed: number,
  wordsOf: (query: Query) => QuestionWords = () => NO_WORDS,
): PerturbedQuestion[] =>
  queries.flatMap((query) => {
    const text = perturbed(query, kind, seed, wordsOf(query));
    return text === null ? [] : [{ query, text }];
  });

/** Questions of a file: JSON lines as BEIR has them, with the id of the question that each was made from. */
export const perturbedLines = (kind: PerturbationKind, questions: readonly PerturbedQuestion[]): string =>
  questions
    .map(
      ({ query, text }) =>
        `${JSON.stringify({ _id: `${query.id}-${kind}`, text, metadata: { kind, of: query.id } })}\n`,
    )
    .join('');
