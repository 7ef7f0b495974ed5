import { describe, expect, it } from 'vitest';
import { affordable, answeredByAll, answeringRows } from '../../../../src/domain/slices/dimensions';

const NONE = NaN;

describe('questions that are counted', () => {
  const rows = [
    Float64Array.of(1, 0, 1, 0, 1),
    Float64Array.of(NONE, 0, 1, 0, 1),
    Float64Array.of(NONE, NONE, 1, 0, 1),
    Float64Array.of(NONE, NONE, NONE, NONE, NONE),
  ];

  it('leave out rows with values for less than four fifths of them', () => {
    expect(answeringRows(rows)).toEqual([0, 1]);
    expect(answeringRows([rows[3]!])).toEqual([]);
  });

  it('are those with values in every row', () => {
    expect(answeredByAll(rows.slice(0, 2))).toEqual([1, 2, 3, 4]);
    expect(answeredByAll([])).toEqual([]);
  });
});

it('takes fewer resamples where there is more to add, and never too few', () => {
  expect([156 * 6 * 6, 5000 * 10 * 8, 5000 * 44 * 8].map((values) => affordable(10_000, values))).toEqual([
    10_000, 2500, 999,
  ]);
  expect(affordable(5, 1e9)).toBe(5);
});
