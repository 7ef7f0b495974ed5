import { describe, expect, it } from 'vitest';
import { predictRidge, trainRidge } from '../../../../src/domain/lab/ridge';

/** y = 2 a − 3 b + 1, and its negative; the third feature is the same everywhere. */
const rows = [
  [0, 0, 5],
  [1, 0, 5],
  [0, 1, 5],
  [2, 1, 5],
  [1, 3, 5],
];
const targets = rows.map(([a, b]) => 2 * a! - 3 * b! + 1);
const data = {
  features: Float64Array.from(rows.flat()),
  width: 3,
  targets: Float64Array.from(targets.flatMap((y) => [y, -y])),
  outputs: 2,
};
const all = [0, 1, 2, 3, 4];

describe('trainRidge', () => {
  it('finds a linear relation for every target, beside a feature that says nothing', () => {
    const model = trainRidge(data, all, 1e-12);
    const [y, negative] = predictRidge(model, Float64Array.from([4, 2, 5]));
    expect(y).toBeCloseTo(3, 6);
    expect(negative).toBeCloseTo(-3, 6);
  });

  it('is the solution of the penalised normal equations', () => {
    // One feature, standardised −1 and 1, targets −1 and 1: Σxy / (Σx² + λn) = 2 / (2 + 2λ), 0.5 for λ = 1.
    const one = { features: Float64Array.of(0, 2), width: 1, targets: Float64Array.of(-1, 1), outputs: 1 };
    expect(trainRidge(one, [0, 1], 1).coefficients[0]).toBeCloseTo(0.5, 12);
  });

  it('predicts the mean, whatever the features, with an infinite penalty', () => {
    const model = trainRidge(data, all, Infinity);
    const mean = targets.reduce((sum, y) => sum + y, 0) / targets.length;
    expect(predictRidge(model, Float64Array.from([9, -9, 0]))[0]).toBeCloseTo(mean, 12);
  });

  it('does not look at rows that it is not trained on', () => {
    const spoiled = { ...data, features: data.features.slice(), targets: data.targets.slice() };
    spoiled.features[12] = 1e6;
    spoiled.targets[8] = -1e6;
    expect(trainRidge(spoiled, [0, 1, 2, 3], 0.1)).toEqual(trainRidge(data, [0, 1, 2, 3], 0.1));
  });
});
