import { expect, it } from 'vitest';
import { truncated } from '../../../../src/domain/fusion/truncated';
import { ordered } from '../measures/make';

it('cut keeps the first hits, or all where there are fewer', () => {
  expect(truncated(ordered('a b c'), 2)).toEqual(ordered('a b'));
  expect(truncated(ordered('a b c'), 3)).toEqual(ordered('a b c'));
  expect(truncated(ordered('a'), 5)).toEqual(ordered('a'));
});
