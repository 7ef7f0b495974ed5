import { expect, it } from 'vitest';
import { biggestMovers } from '../../../../src/domain/run-comparison/movers';

it('names the questions that changed most, either way, and none that did not', () => {
  const movers = biggestMovers(Float64Array.from([0.1, -0.5, 0, 0.5, NaN, -0.2]), 3);
  expect(movers).toEqual([
    { question: 1, change: -0.5 },
    { question: 3, change: 0.5 },
    { question: 5, change: -0.2 },
  ]);
  expect(biggestMovers(new Float64Array(4))).toEqual([]);
});
