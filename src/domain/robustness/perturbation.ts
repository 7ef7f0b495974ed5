import { hashText } from '../../base/hash';
import type { Query } from '../../base/types';
import { uniform } from '../statistics/random';
import { withKanaErrors } from './kana-errors';
import { asKeywords } from './keyword-query';
import { withTypingErrors } from './typing-errors';
import { type ReadWord, unconverted } from './unconverted';
import { HAN, KANA } from '../text/cjk';
import { otherCase, otherWidth, withoutDiacritics } from './written-forms';

/** How a question is asked otherwise than it was written, with the same answer. */
export type PerturbationKind = 'typing' | 'keywords' | 'case' | 'diacritics' | 'width' | 'kana' | 'unconverted';

type Perturbation = (text: string, next: () => number, words: readonly ReadWord[]) => string;

/** Each gives the text itself where it has nothing to change. In the order of the columns. */
const PERTURBATIONS: Readonly<Record<PerturbationKind, Perturbation>> = {
  typing: withTypingErrors,
  keywords: asKeywords,
  case: otherCase,
  diacritics: withoutDiacritics,
  width: otherWidth,
  kana: withKanaErrors,
  unconverted: (text, next, words) => unconverted(text, words, next),
};

export const PERTURBATION_KINDS = Object.keys(PERTURBATIONS) as readonly PerturbationKind[];

/** Whether a question is changed by the readings of its words: Japanese, with kanji. */
export const isReadAloud = ({ text }: Pick<Query, 'text'>): boolean => KANA.test(text) && HAN.test(text);

export interface PerturbedQuestion {
  readonly query: Query;
  /** What is asked instead. */
  readonly text: string;
}

/**
 * A question asked otherwise; null where this kind cannot change it. The same seed, question and kind give the same text.
 *
 * @param words of a Japanese question, with their readings
 */
export function perturbed(
  { id, text }: Query,
  kind: PerturbationKind,
  seed: number,
  words: readonly ReadWord[] = [],
): string | null {
  const own = parseInt(hashText(`${kind} ${id} ${text}`).slice(0, 8), 16);
  const changed = PERTURBATIONS[kind](text, uniform((own ^ seed) >>> 0), words);
  return changed === text || changed.trim() === '' ? null : changed;
}

/** Questions that a kind can change, in their order. */
export const perturbedQuestions = (
  queries: readonly Query[],
  kind: PerturbationKind,
  seed: number,
  wordsOf: (query: Query) => readonly ReadWord[] = () => [],
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
