import { describe, expect, it } from 'vitest';
import { binBounds, binFeatures } from '../../../../src/domain/ltr/bins';
import { dataOf, type Row, uniform } from './made';
import {
  addTree,
  bestSplit,
  growTree,
  histogramLayout,
  histogramOf,
  leafValue,
  type SplitLimits,
  subtractHistogram,
  type TreeLimits,
} from '../../../../src/domain/ltr/regression-tree';
import { rowsIn } from '../../../rows';

const bounds = (values: number[], most: number, fewest: number) => [
  ...binBounds(Float64Array.from(values), most, fewest),
];

describe('bins of a feature', () => {
  it('hold as many rows as asked for', () => {
    expect(bounds([1, 1, 2, 3, 4, 4, 5], 255, 2)).toEqual([1.5, 3.5, 4.5]);
    expect(bounds([1, 1, 2, 3, 4, 4, 5], 255, 3)).toEqual([2.5, 4.5]);
  });

  it('are of about equal counts where there are many values', () => {
    const next = uniform(1);
    const values = Float64Array.from({ length: 10_000 }, next);
    const found = binBounds(values, 255, 3);
    expect(found.length).toBeGreaterThan(245);
    expect(found.length).toBeLessThanOrEqual(254);
    const counts = new Array<number>(found.length + 1).fill(0);
    for (const value of values) counts[found.findLastIndex((bound) => value > bound) + 1]!++;
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...counts)).toBeLessThanOrEqual(45);
  });

  it('give a value that fills a bin one for itself', () => {
    const values = [...Array<number>(50).fill(0), ...Array.from({ length: 50 }, (_, i) => i + 1)];
    const found = bounds(values, 5, 1);
    expect(found[0]).toBe(0.5);
    expect(found.length).toBeLessThanOrEqual(4);
  });

  it('have a bound even where no number lies between two values', () => {
    const next = 1 + Number.EPSILON;
    expect(bounds([1, next], 255, 1)).toEqual([1]);
    expect(bounds([-Number.MAX_VALUE, Number.MAX_VALUE], 255, 1).every(Number.isFinite)).toBe(true);
  });
});

const FREE: TreeLimits = { leaves: 31, minRows: 1, minHessian: 1e-9, lambda: 0 };

function grown(rows: Row[], gradients: number[], limits: Partial<TreeLimits> = {}, of = rows.map((_, i) => i)) {
  const derivatives = { gradients: Float64Array.from(gradients), hessians: new Float64Array(rows.length).fill(1) };
  const binned = binFeatures(dataOf([rows]), 255, 1);
  return growTree(binned, Int32Array.from(of), derivatives, { ...FREE, ...limits }, 1);
}

const line: Row[] = rowsIn('0 1, 0 2, 0 3, 0 4, 0 5, 0 6');

describe('a regression tree', () => {
  it('by hand: splits where most is gained, and each leaf says −G / H', () => {
    // First −6 −6 | 0 0 1 1: of what is left the right side gains 1 by parting 0 0 | 1 1; the left gains nothing.
    expect(grown(line, [-6, -6, 0, 0, 1, 1])).toEqual({
      feature: [0, 0],
      threshold: [2.5, 4.5],
      left: [-1, -2],
      right: [1, -3],
      gain: [12 ** 2 / 2 + 2 ** 2 / 4 - 10 ** 2 / 6, 1],
      values: [6, 0, -1],
    });
  });

  it('grows the leaf that gains most first, not level by level', () => {
    // The left half could be parted for 2, the right for 50, and one of its halves for 8.
    const gradients = [-21, -19, -20, -20, 10, 14, 20, 20];
    const rows = gradients.map((_, i): Row => [0, i]);
    const tree = grown(rows, gradients, { leaves: 4 })!;
    expect(tree.threshold).toEqual([3.5, 5.5, 4.5]);
    expect(tree.right[0]).toBe(1);
    expect(tree.left[1]).toBe(2);
  });

  it('has as many leaves as asked for, at most', () => {
    for (const leaves of [2, 3, 5]) expect(grown(line, [5, 1, 4, 2, 6, 3], { leaves })!.values).toHaveLength(leaves);
    expect(grown(line, [5, 1, 4, 2, 6, 3])!.values).toHaveLength(6);
    expect(grown(line, [1, 1, 1, 1, 1, 1])).toBeNull();
  });

  it('says of every row what its leaf has, shrunk by the learning rate', () => {
    const next = uniform(4);
    const rows = Array.from({ length: 200 }, (): Row => [0, Math.round(9 * next()), next(), next()]);
    const data = dataOf([rows]);
    const gradients = Float64Array.from(rows, () => next() - 0.5);
    const derivatives = { gradients, hessians: gradients.map(() => 0.2 + next()) };
    const all = Int32Array.from(rows, (_, i) => i);
    const tree = growTree(binFeatures(data, 255, 1), all, derivatives, { ...FREE, lambda: 0.5, minRows: 5 }, 0.1)!;
    const scores = new Float64Array(200);
    addTree(tree, data.values, 3, scores);
    const leaves = new Map<number, number[]>();
    scores.forEach((score, row) => leaves.set(score, [...(leaves.get(score) ?? []), row]));
    expect(leaves.size).toBe(tree.values.length);
    for (const [score, members] of leaves) {
      const sum = (of: Float64Array) => members.reduce((total, row) => total + of[row]!, 0);
      expect(score).toBeCloseTo((-0.1 * sum(gradients)) / (sum(derivatives.hessians) + 0.5), 12);
    }
  });

  it('sends a value at the threshold left', () => {
    const scores = new Float64Array(3);
    const tree = { feature: [0], threshold: [2], left: [-1], right: [-2], gain: [1], values: [10, 20] };
    addTree(tree, Float64Array.of(1, 2, 2.0000001), 1, scores);
    expect([...scores]).toEqual([10, 10, 20]);
  });
});

describe('split', () => {
  const data = dataOf('0 1 9, 0 2 9, 0 1 8, 0 3 8');
  const binned = binFeatures(data, 255, 1);
  const starts = histogramLayout(binned);
  const gradients = Float64Array.of(1, 2, 4, 8);
  const hessians = Float64Array.of(0.5, 0.25, 0.125, 1);
  const of = (...rows: number[]) => histogramOf(binned, Int32Array.from(rows), gradients, hessians, starts);

  it('a histogram of some rows is what is left of all without the others', () => {
    expect(subtractHistogram(of(0, 1, 2, 3), of(0, 3))).toEqual(of(1, 2));
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

  const line: Row[] = rowsIn('0 1, 0 2, 0 3, 0 4');

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
      const rows: Row[] = rowsIn('0 1 1 1, 0 2 3 3, 0 3 2 2, 0 4 4 4');
      expect(splitOf(rows, [-1, 1, -1, 1])).toMatchObject({ feature: 1, bin: 1, gain: 4 });
    });

    it('is none where nothing gains, where sides would be too small, and where a feature has one value', () => {
      expect(splitOf(line, [1, 1, 1, 1])).toBeNull();
      expect(splitOf(line, [-1, -1, 1, 1], { minRows: 3 })).toBeNull();
      expect(splitOf(line, [-1, -1, 1, 1], { minHessian: 2.5 })).toBeNull();
      expect(splitOf(rowsIn('0 7, 0 7'), [-1, 1])).toBeNull();
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
});
