import { describe, expect, it } from 'vitest';
import { Choices, FoldSums } from '../../../../src/domain/lab/choices';

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

const folds = Int32Array.of(0, 0, 1, 1);
const choicesOf = (better: 'higher' | 'lower', ...rows: number[][]): Choices => {
  const choices = new Choices(folds, better);
  for (const row of rows) choices.add(Float64Array.from(row));
  return choices;
};

describe('Choices', () => {
  it('gives a fold the candidate that is best on the other', () => {
    // The first is best on fold 1, so that fold 0 gets it, where it is worse.
    const { values, chosen } = choicesOf('higher', [0, 0, 1, 1], [1, 1, 0, 0]).heldOut();
    expect(chosen).toEqual([0, 1]);
    expect([...values]).toEqual([0, 0, 0, 0]);
  });

  it('takes the lowest where low is better, and the first of equal ones', () => {
    const choices = choicesOf('lower', [1, 1, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]);
    expect([choices.best(), choices.equalToBest()]).toEqual([1, 2]);
  });

  it('finds sums equal that differ by the order of adding', () => {
    const choices = choicesOf('higher', [0.1, 0.2, 0.3, 0], [0.3, 0.2, 0.1, 0], [0, 0.3, 0.1, 0.2]);
    expect([choices.best(), choices.equalToBest()]).toEqual([0, 3]);
  });

  it('passes over questions that are left out', () => {
    expect(choicesOf('higher', [NaN, 0.5, 0.5, NaN], [NaN, 0.6, 0.5, NaN]).best()).toBe(1);
  });
});
