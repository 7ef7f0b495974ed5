import type { QuestionSplit } from '../../../base/types';
import { counted, plural } from '../format';

export const SPLIT_TEXTS: Readonly<Record<QuestionSplit, string>> = {
  train: 'train',
  development: 'development',
  test: 'test',
};

export const looksText = (looks: number): string =>
  looks === 1 ? 'This is the first look at the test questions' : `The test questions were looked at ${looks} times`;

/** `20 train, 30 development and 50 test questions`. */
export function splitCountsText(counts: Readonly<Record<QuestionSplit | 'none', number>>): string {
  const parts = (['train', 'development', 'test'] as const).flatMap((split) =>
    counts[split] > 0 ? [`${counts[split]} ${SPLIT_TEXTS[split]}`] : [],
  );
  if (counts.none > 0) parts.push(`${counts.none} in no split`);
  return parts.join(' · ');
}

export const inSplit = (split: QuestionSplit, questions: number): string =>
  `${SPLIT_TEXTS[split]}: ${counted(questions, 'question')}`;

export const tuningText = (test: number): string =>
  `Run and tune systems on the development questions. The ${counted(test, 'test question')} ${plural(test, 'says', 'say')} at the end how good the choice is.`;
