import { expect, it } from 'vitest';
import { minMaxInverted } from '../../../../../src/domain/fusion/normalise/min-max-inverted';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

it('minMaxInverted puts the lowest score at 1 and the highest at 0', () => {
  expect([...minMaxInverted(of(8, NaN, 6, 0))].map(Math.abs)).toEqual([0, NaN, 0.25, 1]);
  expect([...minMaxInverted(of(3, 3))].map(Math.abs)).toEqual([0, 0]);
});
