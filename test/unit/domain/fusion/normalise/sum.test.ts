import { expect, it } from 'vitest';
import { sumNorm } from '../../../../../src/domain/fusion/normalise/sum';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

it('sumNorm puts the lowest at 0, and all add to 1', () => {
  expect(sumNorm(of(5, NaN, 3, 1))).toEqual(of(4 / 6, NaN, 2 / 6, 0));
  expect(sumNorm(of(-1, -2, -4))).toEqual(of(0.6, 0.4, 0));
  expect(sumNorm(of(3, 3))).toEqual(of(0, 0));
});
