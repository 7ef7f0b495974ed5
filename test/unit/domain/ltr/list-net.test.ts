import { describe, expect, it } from 'vitest';
import { listNetLoss, trainListNet } from '../../../../src/domain/ltr/list-net';
import { DEFAULT_OPTIONS } from '../../../../src/domain/ltr/options';
import { finish } from '../../../../src/domain/ltr/training';
import { dataOf, noisyQuestions } from './made';

describe('the loss of ListNet', () => {
  const data = dataOf([
    [
      [0, 0],
      [2, 0],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [1, 0],
      [0, 0],
      [0, 0],
    ],
  ]);
  const scores = Float64Array.of(1, 0, 3, 9, 0, 0, 1);

  it('by hand: cross entropy of two softmaxes, mean of the questions that have a relevant candidate', () => {
    const slopes = new Float64Array(7);
    const loss = listNetLoss(data)(scores, slopes);
    const { E } = Math;
    const p = [1 / (1 + E ** 2), E ** 2 / (1 + E ** 2), 0, 0, E / (E + 2), 1 / (E + 2), 1 / (E + 2)];
    const q = [E / (E + 1), 1 / (E + 1), 0, 0, 1 / (2 + E), 1 / (2 + E), E / (2 + E)];
    const entropy = [0, 1, 4, 5, 6].reduce((sum, row) => sum - p[row]! * Math.log(q[row]!), 0);
    expect(loss).toBeCloseTo(entropy / 2, 14);
    slopes.forEach((slope, row) => expect(slope).toBeCloseTo((q[row]! - p[row]!) / 2, 14));
  });

  it('rejects grades shared out by their sum, and a mean over all questions', () => {
    const loss = listNetLoss(data)(scores, new Float64Array(7));
    const shares = (Math.log(Math.E + 1) + Math.log(2 + Math.E)) / 2;
    expect(Math.abs(loss - shares)).toBeGreaterThan(0.01);
  });

  it('has no overflow where scores or grades are large', () => {
    const slopes = new Float64Array(2);
    expect(
      listNetLoss(
        dataOf([
          [
            [0, 0],
            [1000, 0],
          ],
        ]),
      )(Float64Array.of(2000, 0), slopes),
    ).toBe(2000);
    expect([...slopes]).toEqual([1, -1]);
  });
});

describe('ListNet', () => {
  it('weighs what tells grades apart, and not the rest', () => {
    const { model, converged } = finish(trainListNet(noisyQuestions(30, 8, 3, 1), DEFAULT_OPTIONS['list-net']));
    expect(converged).toBe(true);
    expect(model.kind).toBe('list-net');
    expect(model.weights[0]!).toBeGreaterThan(0.2);
    expect(model.weights[2]!).toBeGreaterThan(0.2);
    expect(Math.abs(model.weights[1]!)).toBeLessThan(0.2);
  });
});
