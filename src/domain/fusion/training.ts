import { judgeRanked, type JudgedRanking } from '../measures/judge';
import type { DocId } from '../../base/types';
import type { Pool } from './pool';

export interface TrainingQuestion {
  readonly pool: Pool;
  readonly grades: ReadonlyMap<DocId, number>;
}

/**
 * One row a list, in it one ranking a question.
 * @throws {RangeError} without questions, or if they have not all as many lists
 */
export function judgedLists(questions: readonly TrainingQuestion[]): JudgedRanking[][] {
  const lists = questions[0]?.pool.lists.length;
  if (lists === undefined) throw new RangeError('a fusion cannot be trained on no questions');
  if (questions.some(({ pool }) => pool.lists.length !== lists))
    throw new RangeError('the questions that a fusion is trained on have different numbers of lists');
  return Array.from({ length: lists }, (_, i) =>
    questions.map(({ pool, grades }) =>
      judgeRanked(
        Array.from(pool.lists[i]!.docs, (doc) => pool.ids[doc]!),
        grades,
      ),
    ),
  );
}

/** How many of the ranks from `start` + 1 to `end` hold a relevant document. */
export function hitsWithin(ranking: JudgedRanking, relevance: number, start: number, end: number): number {
  const { ranks } = ranking.relevant(relevance);
  let hits = 0;
  for (const rank of ranks) if (rank > start && rank <= end) hits++;
  return hits;
}
