import { expect, it } from 'vitest';
import { l2 } from '../../../../../src/domain/fusion/normalise/l2';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

it('l2 divides by the Euclidean length', () => {
  expect(l2(of(4, NaN, -3))).toEqual(of(0.8, NaN, -0.6));
  expect(l2(of(2.5))).toEqual(of(1));
  expect(l2(of(0, 0))).toEqual(of(0, 0));
});
