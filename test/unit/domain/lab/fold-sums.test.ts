import { expect, it } from 'vitest';
import { FoldSums } from '../../../../src/domain/lab/fold-sums';

const sumsOf = (better: 'higher' | 'lower'): FoldSums => {
  const sums = new FoldSums(Int32Array.of(0, 1, 2, 2), better);
  for (const row of [
    [9, 0, 1, NaN],
    [0, 9, 2, NaN],
    [1, 1, 3, NaN],
    [0.1 + 0.2, 9 - 0.3, 2, NaN],
  ])
    sums.add(Float64Array.from(row));
  return sums;
};

it('finds the best on all folds, without one and without two, the first of equal ones', () => {
  const sums = sumsOf('higher');
  expect([sums.folds, sums.best(), sums.best(0), sums.best(1), sums.best(0, 1)]).toEqual([3, 1, 1, 0, 2]);
  expect(sums.equalToBest()).toBe(2);
});

it('finds the lowest where low is better', () => {
  const sums = sumsOf('lower');
  expect([sums.best(), sums.best(0), sums.best(1), sums.best(0, 1)]).toEqual([2, 0, 1, 0]);
});
