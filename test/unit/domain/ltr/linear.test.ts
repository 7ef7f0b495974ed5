import { describe, expect, it } from 'vitest';
import { linearObjective, trainLinear } from '../../../../src/domain/ltr/linear';
import { DEFAULT_OPTIONS } from '../../../../src/domain/ltr/options';
import { rankNetLoss } from '../../../../src/domain/ltr/rank-net';
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
