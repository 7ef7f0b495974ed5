import { expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { pooledQuestion } from '../../../../src/domain/evidence/pooled-question';
import type { PoolItem } from '../../../../src/domain/judging/pool';

const item = (key: string, ...members: string[]): PoolItem => ({
  key,
  place: { doc: docId(key), span: null },
  copies: [],
  members: members.map(docId),
});

it('says where items stand in the lists: passages of one item at several ranks, and what is not in the pool', () => {
  const lists = [
    ['a', 'a2', 'b'],
    ['b', 'z'],
  ].map((ids) => ids.map(docId));
  const question = pooledQuestion(queryId('q'), [item('A', 'a', 'a2'), item('B', 'b')], lists);
  expect(question).toEqual({
    query: 'q',
    items: [
      { key: 'A', passages: 2 },
      { key: 'B', passages: 1 },
    ],
    lists: [
      [0, 0, 1],
      [1, -1],
    ],
  });
});
