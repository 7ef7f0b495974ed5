import type { OngoingJudging, StoredJudging } from '../../../domain/evidence/counted';
import type { RetiredQueue } from '../../../domain/judging/plan';
import { count, counted } from '../format';

export const GRADE_MEANINGS = ['not relevant', 'touches it', 'helps to answer', 'answers it'] as const;

export const ongoingJudgingText = ({ complete, of }: Pick<OngoingJudging, 'complete' | 'of'>): string =>
  `Estimates: ${count(complete)} of ${counted(of, 'question')} ${complete === 1 ? 'is' : 'are'} judged completely, in random order. Only these count. Intervals and tests other than those of the verdict hold for one look, not for repeated looks while you judge.`;

const RETIRED_QUEUES: Readonly<Record<RetiredQueue, string>> = {
  passages: 'Judging sampled passages',
  informative: 'Judging the most informative passages first',
};

export const retiredQueueText = (queue: RetiredQueue): string =>
  `${RETIRED_QUEUES[queue]} is no longer available in this version.`;

export const storedJudgingText = (judging: StoredJudging): string =>
  judging.queue === 'questions'
    ? ongoingJudgingText(judging)
    : `${retiredQueueText(judging.queue)} ${count(judging.complete)} of ${counted(judging.of, 'question')} were judged by it. These are the figures as they were computed.`;

/** What tables and charts of such a run are headed by; null for figures that are complete. */
export const estimateMark = (judging: StoredJudging | undefined): string | null =>
  judging
    ? `${judging.queue === 'questions' ? 'Estimate' : 'Incomplete'} · ${count(judging.complete)} of ${counted(judging.of, 'question')} judged`
    : null;
