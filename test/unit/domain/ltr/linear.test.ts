import { describe, expect, it } from 'vitest';
import {
  linearObjective,
  listNetLoss,
  rankNetLoss,
  trainLinear,
  trainListNet,
  trainRankNet,
} from '../../../../src/domain/ltr/linear';
import { DEFAULT_OPTIONS } from '../../../../src/domain/ltr/learned-spec';
import { finish } from '../../../../src/domain/ltr/training';
import { dataOf, noisyQuestions } from './made';

describe('a linear model', () => {
  it('adds the penalty to the loss and twice it to the gradient', () => {
    const data = dataOf([
      [
        [0, 1, 2],
        [0, 3, 4],
      ],
    ]);
    const objective = linearObjective(
      data,
      data.values,
      (scores, slopes) => {
        expect([...scores]).toEqual([10 + 40, 30 + 80]);
        slopes.set([1, 100]);
        return 7;
      },
      0.5,
    );
    const gradient = new Float64Array(2);
    expect(objective(Float64Array.of(10, 20), gradient)).toBe(7 + 0.5 * (100 + 400));
    expect([...gradient]).toEqual([1 + 300 + 10, 2 + 400 + 20]);
  });

  it('gives a feature of one value no weight', () => {
    const data = dataOf([
      [
        [1, 5, 2],
        [0, 5, 1],
      ],
      [
        [0, 5, 2],
        [1, 5, 4],
      ],
    ]);
    const { model } = finish(trainLinear(data, rankNetLoss, DEFAULT_OPTIONS['rank-net']));
    expect(model.weights[0]).toBe(0);
    expect(model.weights[1]).toBeGreaterThan(1);
  });

  it('tells its steps, and stops where it is told to', () => {
    const data = noisyQuestions(5, 5, 2, 3);
    const training = trainLinear(data, rankNetLoss, { ...DEFAULT_OPTIONS['rank-net'], iterations: 2 });
    expect([...training]).toEqual([
      { step: 1, most: 2 },
      { step: 2, most: 2 },
    ]);
    const options = { ...DEFAULT_OPTIONS['rank-net'], iterations: 2 };
    expect(finish(trainLinear(data, rankNetLoss, options))).toMatchObject({ iterations: 2, converged: false });
  });

  it('is refused where there is nothing to learn', () => {
    const data = dataOf([
      [
        [1, 5],
        [1, 6],
      ],
      [[0, 5]],
    ]);
    expect(() => finish(trainLinear(data, rankNetLoss, DEFAULT_OPTIONS['rank-net']))).toThrow('nothing to learn');
  });
});

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
