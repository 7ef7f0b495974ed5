import { expect, it } from 'vitest';
import { aggregate } from '../../../../src/domain/measures/score';
import { value } from './make';

it('gm_map is the average precision of a question and the geometric mean of all', () => {
  const values = [value('gm_map', 'a', { a: 1 }), value('gm_map', 'x a', { a: 1, b: 1 })];
  expect(values).toEqual([1, 1 / 4]);
  expect(aggregate({ name: 'gm_map' }, values)).toBeCloseTo(1 / 2, 15);
});

it('gm_bpref is the bpref of a question and the geometric mean of all', () => {
  const values = [value('gm_bpref', 'a', { a: 1 }), value('gm_bpref', 'x a', { a: 1, b: 1, c: 1, d: 1 })];
  expect(values).toEqual([1, 1 / 4]);
  expect(aggregate({ name: 'gm_bpref' }, values)).toBeCloseTo(1 / 2, 15);
});
