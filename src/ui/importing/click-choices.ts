export interface ClickChoices {
  readonly judgments: boolean;
  readonly questions: boolean;
  readonly count: number;
  readonly minImpressions: number;
}

export const CLICK_CHOICES: ClickChoices = { judgments: true, questions: true, count: 50, minImpressions: 20 };

export const areClickChoices = ({ judgments, questions, count, minImpressions }: ClickChoices): boolean =>
  (judgments || questions) &&
  (!judgments || (Number.isInteger(minImpressions) && minImpressions >= 1)) &&
  (!questions || (Number.isInteger(count) && count >= 1));
