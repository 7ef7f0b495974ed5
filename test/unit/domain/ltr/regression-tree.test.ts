import { describe, expect, it } from 'vitest';
import { binFeatures } from '../../../../src/domain/ltr/bins';
import { addTree, growTree, type TreeLimits } from '../../../../src/domain/ltr/regression-tree';
import { dataOf, type Row, uniform } from './made';

const FREE: TreeLimits = { leaves: 31, minRows: 1, minHessian: 1e-9, lambda: 0 };

function grown(rows: Row[], gradients: number[], limits: Partial<TreeLimits> = {}, of = rows.map((_, i) => i)) {
  const derivatives = { gradients: Float64Array.from(gradients), hessians: new Float64Array(rows.length).fill(1) };
  const binned = binFeatures(dataOf([rows]), 255, 1);
  return growTree(binned, Int32Array.from(of), derivatives, { ...FREE, ...limits }, 1);
}

const line: Row[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [0, 5],
  [0, 6],
];

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

  it('looks at the rows that it is given alone', () => {
    const tree = grown(line, [-1, 100, 1, -100, 1, 50], {}, [0, 2, 4])!;
    expect(tree.values).toEqual([1, -1]);
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
