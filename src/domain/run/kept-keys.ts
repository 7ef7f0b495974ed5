import { contentKey } from '../../base/hash';

/** Keys of what is kept beside a result, among the artifacts of its collection. */

/** The whole lists of a system; a result itself keeps what is read of them. */
export const rankingsKey = (result: string, system: string): string =>
  contentKey({ stage: 'named-rankings', result, system });

export const learnedKey = (result: string, system: string): string => contentKey({ stage: 'learned', result, system });

/** The questions and judgments that results were scored by. No content key looks like it. */
export const scoredByKey = (questionsKey: string): string => `questions ${questionsKey}`;
