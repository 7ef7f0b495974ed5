import { locateAll, type Located } from '../../documents/locate';
import type { Doc, Need } from '../../../base/types';
import type { NewQuestion } from '../add';
import type { GivenQuestion, GivenTruth } from './read-questions';

export interface PlacedTruth extends GivenTruth {
  /** Null where it was not found. */
  readonly found: Located | null;
}

export interface PlacedQuestion extends Omit<GivenQuestion, 'truths'> {
  readonly truths: readonly PlacedTruth[];
}

export function placeQuestions(questions: readonly GivenQuestion[], docs: readonly Doc[]): PlacedQuestion[] {
  const texts = [...new Set(questions.flatMap(({ truths }) => truths.map(({ text }) => text)))];
  const located = locateAll(texts, docs);
  const byText = new Map(texts.map((text, i) => [text, located[i]!]));
  return questions.map((question) => ({
    ...question,
    truths: question.truths.map((truth) => ({ ...truth, found: byText.get(truth.text) ?? null })),
  }));
}

export interface ImportDecisions {
  /** Texts of {@link PlacedTruth} whose fuzzy match is right. */
  readonly confirmed: ReadonlySet<string>;
  /** Whether a text that was not found is a need that nothing meets; it is left out otherwise. */
  readonly keepUnmet: boolean;
}

const isPlaced = ({ text, found }: PlacedTruth, { confirmed }: ImportDecisions): boolean =>
  found !== null && (found.how !== 'fuzzy' || confirmed.has(text));

export const importedQuestions = (questions: readonly PlacedQuestion[], decisions: ImportDecisions): NewQuestion[] =>
  questions.map(({ text, id, answer, split, unanswerable, truths }) => ({
    text,
    origin: 'imported',
    ...(id !== null && { id }),
    ...(answer !== null && { answer }),
    ...(split !== null && { split }),
    ...(unanswerable && { unanswerable }),
    needs: truths.flatMap((truth): Need[] => {
      if (!isPlaced(truth, decisions)) return decisions.keepUnmet ? [{ docs: [], text: truth.text }] : [];
      const places = truth.found!.matches;
      return [{ docs: [...new Set(places.map(({ doc }) => doc))], places, text: truth.text }];
    }),
  }));
