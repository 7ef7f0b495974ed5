import { expect, it } from 'vitest';
import { rankNorm } from '../../../../../src/domain/fusion/normalise/rank';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

it('rankNorm runs from 1 to 1 / n, whatever the pool; absent documents stay absent', () => {
  expect(rankNorm(Int32Array.of(2, 0, 1, 0, 4, 3), 4)).toEqual(of(0.75, NaN, 1, NaN, 0.25, 0.5));
});
