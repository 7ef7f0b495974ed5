import { describe, expect, it } from 'vitest';
import { binFeatures } from '../../../../src/domain/ltr/bins';
import { histogramLayout, histogramOf, subtractHistogram } from '../../../../src/domain/ltr/histogram';
import { dataOf } from './made';

const data = dataOf([
  [
    [0, 1, 9],
    [0, 2, 9],
    [0, 1, 8],
    [0, 3, 8],
  ],
]);
const binned = binFeatures(data, 255, 1);
const starts = histogramLayout(binned);
const gradients = Float64Array.of(1, 2, 4, 8);
const hessians = Float64Array.of(0.5, 0.25, 0.125, 1);
const of = (...rows: number[]) => histogramOf(binned, Int32Array.from(rows), gradients, hessians, starts);

describe('a histogram', () => {
  it('sums gradients, hessians and rows by bin, feature after feature', () => {
    expect([...starts]).toEqual([0, 9, 15]);
    expect([...of(0, 1, 2, 3)]).toEqual([5, 0.625, 2, 2, 0.25, 1, 8, 1, 1, 12, 1.125, 2, 3, 0.75, 2]);
  });

  it('of some rows is what is left of all without the others', () => {
    expect(subtractHistogram(of(0, 1, 2, 3), of(0, 3))).toEqual(of(1, 2));
  });
});
