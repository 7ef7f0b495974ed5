import { describe, expect, it } from 'vitest';
import { linearObjective, listNetLoss, rankNetLoss, trainLinear } from '../../../../src/domain/ltr/linear';
import { DEFAULT_OPTIONS } from '../../../../src/domain/ltr/learned-spec';
import { finish } from '../../../../src/domain/ltr/training';
import { dataOf, noisyQuestions } from './made';

describe('a linear model', () => {
  it('adds the penalty to the loss and twice it to the gradient', () => {
    const data = dataOf('0 1 2, 0 3 4');
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
    const data = dataOf('1 5 2, 0 5 1; 0 5 2, 1 5 4');
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
    const data = dataOf('1 5, 1 6; 0 5');
    expect(() => finish(trainLinear(data, rankNetLoss, DEFAULT_OPTIONS['rank-net']))).toThrow('nothing to learn');
  });
});

const softplus = (x: number) => Math.log(1 + Math.exp(x));
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

describe('the loss of RankNet', () => {
  const data = dataOf('0 0, 2 0, 1 0; 1 0, 0 0, 0 0; 1 0, 1 0');
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

  it('has no overflow where scores lie far apart', () => {
    const slopes = new Float64Array(2);
    expect(rankNetLoss(dataOf('0 0, 1 0'))(Float64Array.of(2000, 0), slopes)).toBe(2000);
    expect([...slopes]).toEqual([1, -1]);
  });
});

describe('the loss of ListNet', () => {
  const data = dataOf('0 0, 2 0; 0 0, 0 0; 1 0, 0 0, 0 0');
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

  it('has no overflow where scores or grades are large', () => {
    const slopes = new Float64Array(2);
    expect(listNetLoss(dataOf('0 0, 1000 0'))(Float64Array.of(2000, 0), slopes)).toBe(2000);
    expect([...slopes]).toEqual([1, -1]);
  });
});
