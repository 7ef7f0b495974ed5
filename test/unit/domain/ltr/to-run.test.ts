import { expect, it } from 'vitest';
import { runOfScores } from '../../../../src/domain/ltr/cross-validate';
import { docId } from '../../../../src/base/types';
import { dataOf } from './made';

it('makes a run of scores, ties by document id descending, a question without candidates with none', () => {
  const data = {
    ...dataOf([
      [
        [0, 1],
        [0, 1],
        [0, 1],
      ],
      [],
      [[0, 1]],
    ]),
    docs: ['d1', 'd2', 'd3', 'd1'].map(docId),
  };
  const run = runOfScores(data, Float64Array.of(1, 1, 2, -5));
  expect([...run]).toEqual([
    [
      'q0',
      [
        { id: 'd3', score: 2 },
        { id: 'd2', score: 1 },
        { id: 'd1', score: 1 },
      ],
    ],
    ['q1', []],
    ['q2', [{ id: 'd1', score: -5 }]],
  ]);
});
