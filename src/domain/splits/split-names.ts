import type { QuestionSplit } from '../../base/types';

export const QUESTION_SPLITS = ['train', 'development', 'test'] as const satisfies readonly QuestionSplit[];

const NAMES: Readonly<Record<QuestionSplit, readonly string[]>> = {
  train: ['train', 'training'],
  development: ['development', 'dev', 'validation', 'valid', 'val'],
  test: ['test', 'testing', 'eval'],
};

/** The split of a name as files have it, `dev` for development; null for another. */
export function splitNamed(name: string): QuestionSplit | null {
  const written = name.trim().toLowerCase();
  return QUESTION_SPLITS.find((split) => NAMES[split].includes(written)) ?? null;
}
