import { expect, it } from 'vitest';
import { groupBy } from '../../../src/base/group-by';

it('groups items by a key, in the order of the first of each', () => {
  expect([...groupBy([3, 1, 4, 1, 5], (value) => value % 2)]).toEqual([
    [1, [3, 1, 1, 5]],
    [0, [4]],
  ]);
  expect([...groupBy([], String)]).toEqual([]);
});
