import { expect, it } from 'vitest';
import { cut } from '../../../../src/domain/fusion/cut';
import { ordered } from '../measures/make';

it('cut keeps the first hits, or all where there are fewer', () => {
  expect(cut(ordered('a b c'), 2)).toEqual(ordered('a b'));
  expect(cut(ordered('a b c'), 3)).toEqual(ordered('a b c'));
  expect(cut(ordered('a'), 5)).toEqual(ordered('a'));
});
