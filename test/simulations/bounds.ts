import { meanBounds, questionBounds } from '../../src/domain/evidence/bounds';
import type { PoolGrades } from '../../src/domain/evidence/pooled-question';
import { measureOf } from '../../src/domain/measures/parse';
import type { Interval } from '../../src/domain/statistics/types';
import { type CompletePair, differenceOf, highestOf } from './pools';

export const BOUNDED = [
  'nDCG@10',
  'nDCGexp@5',
  'P@10',
  'Recall@10',
  'RecallCapped@5',
  'F1@10',
  'MAP@10',
  'MAPmin@5',
  'MRR@10',
  'HitRate@3',
  'RBP@10',
  'RBPgraded@10',
];

export interface HiddenJudgments {
  /** Bounds that were looked at: of questions and of the mean. */
  readonly looked: number;
  /** Of these, those that do not contain the difference with the whole pool judged. */
  readonly missed: number;
  /** Share of judgments after which the bounds of the mean exclude 0; null where they never do. */
  readonly decided: number | null;
  /** Whether that is the sign of the difference. */
  readonly right: boolean;
}

/** Bounds while the pools are judged, in each question the passages first that can move the difference most. */
export function hiddenJudgments(pair: CompletePair, text: string): HiddenJudgments {
  const maxGrade = highestOf(pair);
  const options = { measure: measureOf(text), relevance: 1, maxGrade };
  const truths = pair.questions.map((each) => differenceOf(each, text, maxGrade));
  const truth = truths.reduce((sum, value) => sum + value, 0) / truths.length;
  const orders = pair.questions.map(({ question, grades }) => {
    const rankOf = (list: readonly number[], item: number): number => {
      const at = list.indexOf(item);
      return at < 0 ? 0 : 1 / Math.log2(at + 2);
    };
    const moves = (item: number): number =>
      Math.abs(rankOf(question.lists[0]!, item) - rankOf(question.lists[1]!, item));
    return [...grades.keys()].sort((a, b) => moves(b) - moves(a) || a - b);
  });
  const most = Math.max(...orders.map(({ length }) => length));
  const judgments = orders.reduce((sum, { length }) => sum + length, 0);
  const complete: Interval[] = [];
  let [looked, missed] = [0, 0];
  let decided: number | null = null;
  let right = true;
  const contains = (low: number, value: number, high: number): void => {
    looked++;
    if (!(low - 1e-9 <= value && value <= high + 1e-9)) missed++;
  };
  for (let n = 0; n <= most; n++) {
    const bounds = pair.questions.map(({ question, grades }, q) => {
      // Nothing is left to judge, and what was looked at is looked at no more.
      if (n > grades.length) return complete[q]!;
      const judged: PoolGrades = grades.map((grade, item) => (orders[q]!.indexOf(item) < n ? grade : undefined));
      const [low, high] = questionBounds(question, [0, 1], judged, options);
      contains(low, truths[q]!, high);
      if (n === grades.length) complete[q] = [low, high];
      return [low, high] as const;
    });
    const [low, high] = meanBounds(bounds);
    contains(low, truth, high);
    if (decided === null && (low > 1e-9 || high < -1e-9)) {
      decided = orders.reduce((sum, { length }) => sum + Math.min(n, length), 0) / judgments;
      right = low > 0 === truth > 0;
    }
  }
  return { looked, missed, decided, right };
}
