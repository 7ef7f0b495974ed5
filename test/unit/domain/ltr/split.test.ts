import { describe, expect, it } from 'vitest';
import { binFeatures } from '../../../../src/domain/ltr/bins';
import {
  bestSplit,
  histogramLayout,
  histogramOf,
  leafValue,
  type SplitLimits,
  subtractHistogram,
} from '../../../../src/domain/ltr/regression-tree';
import { dataOf, type Row } from './made';

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

const FREE: SplitLimits = { minRows: 1, minHessian: 1e-9, lambda: 0 };

function splitOf(
  rows: Row[],
  gradients: number[],
  limits: Partial<SplitLimits> = {},
  hessians = gradients.map(() => 1),
) {
  const binned = binFeatures(dataOf([rows]), 255, 1);
  const starts = histogramLayout(binned);
  const all = Int32Array.from(rows, (_, i) => i);
  const histogram = histogramOf(binned, all, Float64Array.from(gradients), Float64Array.from(hessians), starts);
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
  const sums = { gradient: total(gradients), hessian: total(hessians), rows: rows.length };
  return bestSplit(histogram, starts, sums, { ...FREE, ...limits });
}

const line: Row[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
];

describe('the best split', () => {
  it('by hand: −1 −1 | 1 1 gains 2²/2 + 2²/2 − 0²/4 = 4', () => {
    expect(splitOf(line, [-1, -1, 1, 1])).toEqual({
      feature: 0,
      bin: 1,
      gain: 4,
      left: { gradient: -2, hessian: 2, rows: 2 },
      right: { gradient: 2, hessian: 2, rows: 2 },
    });
  });

  it('by hand, with λ = 2: 2²/4 + 2²/4 = 2, and leaves of ±2/4', () => {
    const split = splitOf(line, [-1, -1, 1, 1], { lambda: 2 })!;
    expect(split.gain).toBe(2);
    expect(leafValue(split.left, 2)).toBe(0.5);
    expect(leafValue(split.right, 2)).toBe(-0.5);
  });

  it('takes off what the leaf has already: −3 −1 | −1 −1 gains 16/2 + 4/2 − 36/4 = 1, −3 | −1 −1 −1 gains 3', () => {
    expect(splitOf(line, [-3, -1, -1, -1])).toMatchObject({ bin: 0, gain: 3 });
    expect(splitOf(line, [-3, -1, -1, -1], { minRows: 2 })).toMatchObject({ bin: 1, gain: 1 });
  });

  it('takes the feature that gains most, and the first of equal ones', () => {
    const rows: Row[] = [
      [0, 1, 1, 1],
      [0, 2, 3, 3],
      [0, 3, 2, 2],
      [0, 4, 4, 4],
    ];
    expect(splitOf(rows, [-1, 1, -1, 1])).toMatchObject({ feature: 1, bin: 1, gain: 4 });
  });

  it('is none where nothing gains, where sides would be too small, and where a feature has one value', () => {
    expect(splitOf(line, [1, 1, 1, 1])).toBeNull();
    expect(splitOf(line, [-1, -1, 1, 1], { minRows: 3 })).toBeNull();
    expect(splitOf(line, [-1, -1, 1, 1], { minHessian: 2.5 })).toBeNull();
    expect(
      splitOf(
        [
          [0, 7],
          [0, 7],
        ],
        [-1, 1],
      ),
    ).toBeNull();
  });

  it('counts what rows say: two rows of nearly all hessian pass for many, and many of nearly none for few', () => {
    const rows = Array.from({ length: 10 }, (_, i): Row => [0, i]);
    const gradients = [-1, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    const heavy = [1, 1, ...Array<number>(8).fill(1e-6)];
    expect(splitOf(rows, gradients, { minRows: 4 }, heavy)).toMatchObject({ bin: 0 });
    expect(splitOf(rows, gradients, { minRows: 4 })).toBeNull();
    const light = [...Array<number>(8).fill(1e-6), 1, 1];
    expect(splitOf(rows, [-1e-3, ...gradients.slice(1)], { minRows: 4 }, light)?.bin).toBe(8);
  });
});
