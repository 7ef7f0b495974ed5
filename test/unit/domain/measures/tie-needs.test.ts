import { expect, it } from 'vitest';
import { needExtremes } from '../../../../src/domain/measures/tie-needs';
import { docId } from '../../../../src/base/types';

const ids = ['a', 'b', 'c', 'd'].map(docId);
const needs = ['b|c', 'c', 'd', 'gone'].map((docs) => ({ docs: docs.split('|').map(docId) }));

it('needExtremes gives the ranks at which 1, 2, … needs are met under the best and the worst order', () => {
  expect(needExtremes(needs, ids, [{ start: 0, end: 3 }])).toEqual({
    best: { total: 4, ranks: [1, 1, 4] },
    worst: { total: 4, ranks: [2, 3, 4] },
  });
});

it('needExtremes without ties gives the ranks as they are', () => {
  const { best, worst } = needExtremes(needs, ids, []);
  expect(best).toEqual({ total: 4, ranks: [2, 3, 4] });
  expect(worst).toEqual(best);
});
