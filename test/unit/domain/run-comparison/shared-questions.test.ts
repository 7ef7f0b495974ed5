import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { type RunQuestions, sharedQuestions } from '../../../../src/domain/run-comparison/shared-questions';

const run = (...questions: readonly [id: string, text: string | null, judged: string | null][]): RunQuestions => ({
  queries: questions.map(([id]) => queryId(id)),
  texts: questions.map(([, text]) => text),
  judged: questions.map(([, , judged]) => judged),
});

describe('the questions that two runs share', () => {
  it('are those of one id and text that were judged alike, in whatever order', () => {
    const before = run(['gone', 'x', '1'], ['a', 'A', '1'], ['b', 'B', '1'], ['c', 'C', '1'], ['d', 'D', null]);
    const after = run(['d', 'D', '7'], ['c', 'C', '2'], ['b', 'other', '2'], ['a', 'A', '1'], ['new', 'x', '1']);
    expect(sharedQuestions(before, after)).toEqual({
      queries: ['a', 'd'],
      before: [1, 4],
      after: [3, 0],
      removed: ['gone'],
      added: ['new'],
      edited: ['b'],
      rejudged: ['c'],
      unknown: 1,
    });
  });

  it('need a known text where ids do not suffice', () => {
    const [before, after] = [run(['a', null, null], ['b', 'B', null]), run(['a', 'A', null], ['b', 'B', null])];
    expect(sharedQuestions(before, after).queries).toEqual(['a', 'b']);
    expect(sharedQuestions(before, after, false)).toMatchObject({ queries: ['b'], edited: ['a'], unknown: 1 });
  });
});
