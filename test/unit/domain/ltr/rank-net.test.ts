import { describe, expect, it } from 'vitest';
import { rankNetLoss, trainRankNet } from '../../../../src/domain/ltr/rank-net';
import { DEFAULT_OPTIONS } from '../../../../src/domain/ltr/options';
import { finish } from '../../../../src/domain/ltr/training';
import { dataOf, noisyQuestions } from './made';

const softplus = (x: number) => Math.log(1 + Math.exp(x));
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

describe('the loss of RankNet', () => {
  const data = dataOf([
    [
      [0, 0],
      [2, 0],
      [1, 0],
    ],
    [
      [1, 0],
      [0, 0],
      [0, 0],
    ],
    [
      [1, 0],
      [1, 0],
    ],
  ]);
  const scores = Float64Array.of(0.5, 1, -1, 0, 2, 0, 5, 1);

  it('by hand: the mean over the five pairs of all questions', () => {
    const slopes = new Float64Array(8);
    const loss = rankNetLoss(data)(scores, slopes);
    // Leads of the better over the worse: 1 − .5, 1 − −1, −1 − .5; 0 − 2, 0 − 0.
    const leads = [0.5, 2, -1.5, -2, 0];
    expect(loss).toBeCloseTo(leads.reduce((sum, lead) => sum + softplus(-lead), 0) / 5, 14);
    const wrong = leads.map((lead) => sigmoid(-lead) / 5);
    const expected = [wrong[0]! + wrong[2]!, -wrong[0]! - wrong[1]!, wrong[1]! - wrong[2]!];
    expected.push(-wrong[3]! - wrong[4]!, wrong[3]!, wrong[4]!, 0, 0);
    slopes.forEach((slope, row) => expect(slope).toBeCloseTo(expected[row]!, 14));
  });

  it('rejects the mean of the questions’ means', () => {
    const loss = rankNetLoss(data)(scores, new Float64Array(8));
    const means = (softplus(-0.5) + softplus(-2) + softplus(1.5)) / 3 + (softplus(2) + softplus(0)) / 2;
    expect(Math.abs(loss - means / 2)).toBeGreaterThan(0.01);
  });

  it('has no overflow where scores lie far apart', () => {
    const slopes = new Float64Array(2);
    expect(
      rankNetLoss(
        dataOf([
          [
            [0, 0],
            [1, 0],
          ],
        ]),
      )(Float64Array.of(2000, 0), slopes),
    ).toBe(2000);
    expect([...slopes]).toEqual([1, -1]);
  });
});

describe('RankNet', () => {
  it('weighs what tells grades apart, and not the rest', () => {
    const { model, converged, gradient } = finish(
      trainRankNet(noisyQuestions(30, 8, 3, 1), DEFAULT_OPTIONS['rank-net']),
    );
    expect(converged).toBe(true);
    expect(gradient).toBeLessThanOrEqual(1e-8);
    expect(model.kind).toBe('rank-net');
    expect(model.weights[0]!).toBeGreaterThan(0.5);
    expect(model.weights[2]!).toBeGreaterThan(0.5);
    expect(Math.abs(model.weights[1]!)).toBeLessThan(0.4);
  });

  it('of one pair, by hand: 2 · penalty · w = 2 σ(−2 w), features being ±1 once standardised', () => {
    const data = dataOf([
      [
        [1, 30],
        [0, 10],
      ],
    ]);
    const { model, loss } = finish(trainRankNet(data, { ...DEFAULT_OPTIONS['rank-net'], penalty: 0.1 }));
    const [w] = model.weights as [number];
    expect(0.2 * w).toBeCloseTo(2 * sigmoid(-2 * w), 7);
    expect(loss).toBeCloseTo(softplus(-2 * w) + 0.1 * w * w, 12);
    expect([model.mean, model.deviation]).toEqual([[20], [10]]);
  });
});
