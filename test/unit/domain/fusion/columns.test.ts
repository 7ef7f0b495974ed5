import { describe, expect, it } from 'vitest';
import { addUp, settleAbsent, weighPresent } from '../../../../src/domain/fusion/columns';

const columns = [Float64Array.of(4, NaN, -1), Float64Array.of(NaN, 3, 2)];

describe('settleAbsent', () => {
  it('puts 0, the lowest score of the list, or nothing', () => {
    expect(settleAbsent(columns, 'zero')).toEqual([Float64Array.of(4, 0, -1), Float64Array.of(0, 3, 2)]);
    expect(settleAbsent(columns, 'min')).toEqual([Float64Array.of(4, -1, -1), Float64Array.of(2, 3, 2)]);
    expect(settleAbsent(columns, 'skip')).toEqual([Float64Array.of(4, NaN, -1), Float64Array.of(NaN, 3, 2)]);
  });

  it('lets an empty list say nothing where it has no lowest score', () => {
    expect(settleAbsent([Float64Array.of(NaN, NaN)], 'min')).toEqual([Float64Array.of(NaN, NaN)]);
    expect(settleAbsent([Float64Array.of(NaN, NaN)], 'zero')).toEqual([Float64Array.of(0, 0)]);
  });

  it('leaves the columns as they are', () => {
    settleAbsent(columns, 'min');
    expect(columns[0]).toEqual(Float64Array.of(4, NaN, -1));
  });
});

describe('addUp and weighPresent', () => {
  it('pass over what a list does not have', () => {
    expect(addUp(columns, 3, 'skip')).toEqual(Float64Array.of(4, 3, 1));
    expect(addUp(columns, 3, 'zero', [0.5, 2])).toEqual(Float64Array.of(2, 6, 3.5));
    expect(weighPresent(columns, 3)).toEqual(Float64Array.of(1, 1, 2));
    expect(weighPresent(columns, 3, [0.5, 2])).toEqual(Float64Array.of(0.5, 2, 2.5));
  });

  it('add the lowest score where asked', () => {
    expect(addUp(columns, 3, 'min')).toEqual(Float64Array.of(6, 2, 1));
  });
});
