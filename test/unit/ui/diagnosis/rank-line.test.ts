import { expect, it } from 'vitest';
import { rankScale, rankTicks } from '../../../../src/ui/diagnosis/rank-line';

it('stands on a logarithmic scale, with what is not found and what is beyond at its end', () => {
  const scale = rankScale(100, 10, 690);
  expect([1, 10, 100].map(scale)).toEqual([10, 350, 690]);
  expect([scale(null), scale(400)]).toEqual([690, 690]);
});

it('has ticks up to the last rank', () => {
  expect([rankTicks(20), rankTicks(100)]).toEqual([
    [1, 2, 5, 10, 20],
    [1, 5, 10, 20, 50, 100],
  ]);
});
