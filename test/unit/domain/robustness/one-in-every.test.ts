import { expect, it } from 'vitest';
import { oneInEvery } from '../../../../src/domain/robustness/one-in-every';
import { uniform } from '../../../../src/domain/statistics/random';

it('places are one in so many, rounded up, of those that are given', () => {
  const places = [3, 5, 8, 13, 21, 34];
  const sizes = [0, 1, 5, 6].map((length) => oneInEvery(5, places.slice(0, length), uniform(1)).size);
  expect(sizes).toEqual([0, 1, 1, 2]);
  const all = new Set(Array.from({ length: 60 }, (_, seed) => [...oneInEvery(5, places, uniform(seed))]).flat());
  expect([...all].sort((a, b) => a - b)).toEqual(places);
});
