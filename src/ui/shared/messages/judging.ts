import type { OngoingJudging } from '../../../domain/evidence/counted';
import type { JudgingQueue } from '../../../domain/judging/plan';
import { count, counted } from '../format';

const CAVEATS: Readonly<Record<JudgingQueue, (complete: number, of: number) => string>> = {
  questions: (complete, of) =>
    `Estimates: ${count(complete)} of ${counted(of, 'question')} ${complete === 1 ? 'is' : 'are'} judged completely, in random order. Only these count. Intervals and tests other than those of the verdict hold for one look, not for repeated looks while you judge.`,
  passages: (complete, of) =>
    `Incomplete figures: a sample of the passages is judged for ${count(complete)} of ${counted(of, 'question')}. Unjudged passages count as not relevant here, which biases every figure. Unbiased estimates are on the judging screen.`,
  informative: (complete, of) =>
    `Incomplete figures: ${count(complete)} of ${counted(of, 'question')} ${complete === 1 ? 'is' : 'are'} judged completely, the most informative passages first. Unjudged passages count as not relevant, which biases every difference. Bounds are on the judging screen.`,
};

/** What the figures of a run are worth whose questions are not all judged. */
export const ongoingJudgingText = ({ queue, complete, of }: OngoingJudging): string => CAVEATS[queue](complete, of);

/** `84 of 225 questions judged` */
const judgedSoFar = ({ complete, of }: OngoingJudging): string =>
  `${count(complete)} of ${counted(of, 'question')} judged`;

/** What the tables and charts of such a run are headed by; null for figures that are complete. */
export function estimateMark(judging: OngoingJudging | undefined): string | null {
  if (!judging) return null;
  return judging.queue === 'questions' ? `Estimate · ${judgedSoFar(judging)}` : `Incomplete · ${judgedSoFar(judging)}`;
}
