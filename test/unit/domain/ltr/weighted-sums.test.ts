import { expect, it } from 'vitest';
import { weightedSums } from '../../../../src/domain/ltr/weighted-sums';

it('weighs each row', () => {
  const sums = new Float64Array(2).fill(9);
  weightedSums(Float64Array.of(1, 2, 3, 4, 5, 6), [1, 10, 100], sums);
  expect([...sums]).toEqual([321, 654]);
});
