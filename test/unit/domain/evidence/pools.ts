import { docId, queryId, type DocId } from '../../../../src/base/types';
import type { PoolGrades, PooledQuestion } from '../../../../src/domain/evidence/pooled-question';
import { judgeRanked } from '../../../../src/domain/measures/judge';
import { measureOf } from '../../../../src/domain/measures/parse';
import { rankingScorer } from '../../../../src/domain/measures/score';

/** Passages are numbers; those with the same item are copies. */
export interface MadePool {
  readonly question: PooledQuestion;
  /** By item: its passages. */
  readonly members: readonly (readonly DocId[])[];
  readonly lists: readonly (readonly DocId[])[];
}

/** @param copies items that stand for two passages: one more than is numbered, which no list has */
export function poolOf(lists: readonly (readonly number[])[], copies: readonly number[] = []): MadePool {
  const numbers = [...new Set(lists.flat())].sort((a, b) => a - b);
  const members = numbers.map((n) => [docId(`d${n}`), ...(copies.includes(n) ? [docId(`copy of d${n}`)] : [])]);
  return {
    question: {
      query: queryId('q'),
      items: members.map((own) => ({ key: own[0]!, passages: own.length })),
      lists: lists.map((list) => list.map((n) => numbers.indexOf(n))),
    },
    members,
    lists: lists.map((list) => list.map((n) => docId(`d${n}`))),
  };
}

/** The value of each list with these grades, by the measure itself. */
export function valuesOf({ members, lists }: MadePool, grades: PoolGrades, text: string, maxGrade: number): number[] {
  const judged = new Map(
    members.flatMap((own, item) => {
      const grade = grades[item];
      return grade === undefined ? [] : own.map((id) => [id, grade] as const);
    }),
  );
  const score = rankingScorer([measureOf(text)], { relevance: 1, maxGrade });
  return lists.map((ids) => score(judgeRanked(ids, judged))[0]!);
}

/** Every way to give grades from 0 to the highest to items that have none. */
export function* completionsOf(grades: PoolGrades, maxGrade: number): Generator<number[]> {
  const open = [...grades.keys()].filter((item) => grades[item] === undefined);
  for (let code = 0; code < (maxGrade + 1) ** open.length; code++) {
    const completed = [...grades] as number[];
    open.forEach((item, i) => (completed[item] = Math.floor(code / (maxGrade + 1) ** i) % (maxGrade + 1)));
    yield completed;
  }
}
