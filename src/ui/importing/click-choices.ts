import type { ClickGrading } from '../../domain/automatic-judges/click-judgments';

export interface ClickChoices extends ClickGrading {
  readonly judgments: boolean;
  readonly questions: boolean;
  readonly count: number;
}

export const CLICK_CHOICES: ClickChoices = {
  judgments: true,
  questions: true,
  count: 50,
  by: 'coec',
  minImpressions: 20,
};

/** Whether something is added, and each number is one that can be meant. @param ranker whether one was learned */
export const areClickChoices = (
  { judgments, questions, count, minImpressions }: ClickChoices,
  ranker: boolean,
): boolean =>
  (judgments || questions || ranker) &&
  (!judgments || (Number.isInteger(minImpressions) && minImpressions >= 1)) &&
  (!questions || (Number.isInteger(count) && count >= 1));
