import { expect, it } from 'vitest';
import { closestWord } from '../../../../src/ui/command-line/closest-word';

const WORDS = ['measures', 'measure', 'margin', 'k', 'out', 'chunking'];

it.each([
  ['mesures', 'measures'],
  ['margni', 'margin'],
  ['chunk', 'chunking'],
  ['MARGIN', 'margin'],
  // The beginning of two is meant by neither.
  ['meas', null],
  ['o', null],
  ['xyz', null],
])('%s → %s', (typed, meant) => {
  expect(closestWord(typed, WORDS)).toBe(meant);
});
