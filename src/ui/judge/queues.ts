import type { JudgingQueue } from '../../domain/judging/plan';
import type { JudgingBoard } from './judging-board';

/** Which passages are judged, and in which order of their questions. */
interface Queue {
  readonly name: string;
  readonly about: string;
  /** What the judgments show then. */
  readonly shows: string;
  /** Positions of all questions, the first to judge first. Done once all are prepared, so that rows keep their places. */
  order(board: JudgingBoard): readonly number[];
}

export const randomOrder = (board: JudgingBoard): readonly number[] => {
  const there = new Set(board.indices);
  return board.randomOrder.filter((index) => there.has(index));
};

/** In the order in which they are offered. */
export const QUEUES: Readonly<Record<JudgingQueue, Queue>> = {
  questions: {
    name: 'Questions in random order',
    about: 'a question counts once all its passages are judged.',
    shows: 'Says when the comparison is decided, and may be read at any time.',
    order: randomOrder,
  },
  passages: {
    name: 'Sampled passages',
    about: 'some passages of each question are drawn, those that matter most with higher probability.',
    shows: 'Estimates with fewer judgments per question; it may be read at any time, too.',
    order: randomOrder,
  },
  informative: {
    name: 'Most informative first',
    about: 'what can move the difference of the compared systems most.',
    shows: 'Bounds of the difference, whatever else is judged. What is judged is no sample, so there is no mean.',
    order: (board) => [...board.indices].sort((a, b) => board.swing(b).swing - board.swing(a).swing || a - b),
  },
};
