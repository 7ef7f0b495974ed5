import { expect, it } from 'vitest';
import { padded } from '../../../../src/adapters/model/batch';

it('a row that is too long keeps as many of its last numbers as are special', () => {
  const rows = [
    [1, 2, 3, 4, 8, 9],
    [1, 9],
  ];
  const kept = (last: number) => [...padded(rows, 4, 0, last).data].map(Number);
  expect(kept(1)).toEqual([1, 2, 3, 9, 1, 9, 0, 0]);
  expect(kept(2)).toEqual([1, 2, 8, 9, 1, 9, 0, 0]);
  expect(kept(0)).toEqual([1, 2, 3, 4, 1, 9, 0, 0]);
});
