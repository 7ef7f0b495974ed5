import { describe, expect, it } from 'vitest';
import { linearObjective, listNetLoss, rankNetLoss, trainLinear } from '../../../../src/domain/ltr/linear';
import { DEFAULT_OPTIONS } from '../../../../src/domain/ltr/learned-spec';
import { finish } from '../../../../src/domain/ltr/training';
import { dataOf, eager, noisyQuestions } from './made';
import { lbfgs, type Objective, strongWolfe } from '../../../../src/domain/ltr/lbfgs';
import { dot } from '../../../../src/domain/retrieval/dense/metrics';
import { crossValidate, train } from '../../../../src/domain/ltr/cross-validate';
import { foldsOf } from '../../../../src/domain/ltr/folds';
import { selectQuestions } from '../../../../src/domain/ltr/matrix';
import { applyModel } from '../../../../src/domain/ltr/model';

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

const rosenbrock: Objective = (x, gradient) => {
  let value = 0;
  gradient.fill(0);
  for (let i = 0; i < x.length - 1; i++) {
    const [a, b] = [1 - x[i]!, x[i + 1]! - x[i]! ** 2];
    value += a * a + 100 * b * b;
    gradient[i]! += -2 * a - 400 * x[i]! * b;
    gradient[i + 1]! += 200 * b;
  }
  return value;
};

const minimise = (objective: Objective, start: number[], tolerance = 1e-8, iterations = 500) =>
  finish(lbfgs(objective, Float64Array.from(start), { tolerance, iterations }));

describe('L-BFGS', () => {
  it('finds the bottom of Rosenbrock’s valley, in 2 and in 20 dimensions', () => {
    for (const start of [[-1.2, 1], Array.from({ length: 20 }, (_, i) => (i % 2 ? 1 : -1.2))]) {
      const found = minimise(rosenbrock, start);
      expect(found.converged).toBe(true);
      expect(found.gradient).toBeLessThanOrEqual(1e-8);
      for (const value of found.x) expect(value).toBeCloseTo(1, 7);
      expect(found.iterations).toBeLessThan(150);
    }
  });

  it('says that it has not converged where it ran out of steps, or found no lower point', () => {
    expect(minimise(rosenbrock, [-1.2, 1], 1e-8, 3)).toMatchObject({ iterations: 3, converged: false });
    const lying: Objective = (x, gradient) => {
      gradient[0] = 2 * x[0]! + 1e-3;
      return x[0]! ** 2;
    };
    expect(minimise(lying, [1], 1e-6).converged).toBe(false);
  });

  it('refuses a start where the function is not finite', () => {
    expect(() => minimise(() => NaN, [1])).toThrow('not finite');
  });
});

/** f(x) = (x − 3)² + sin(3 x): a valley with bumps. */
const bumpy: Objective = (x, gradient) => {
  gradient[0] = 2 * (x[0]! - 3) + 3 * Math.cos(3 * x[0]!);
  return (x[0]! - 3) ** 2 + Math.sin(3 * x[0]!);
};

function from(objective: Objective, x: number) {
  const gradient = new Float64Array(1);
  const value = objective(Float64Array.of(x), gradient);
  return { x: Float64Array.of(x), value, gradient };
}

describe('the line search', () => {
  it.each([1e-6, 0.1, 1, 30, 1e6])('meets both Wolfe conditions from a first step of %d', (first) => {
    const start = from(bumpy, -2);
    const direction = Float64Array.of(1);
    const found = strongWolfe(bumpy, start, direction, first)!;
    const step = found.x[0]! + 2;
    const slope = dot(start.gradient, direction);
    expect(found.value).toBeLessThanOrEqual(start.value + 1e-4 * step * slope);
    expect(Math.abs(dot(found.gradient, direction))).toBeLessThanOrEqual(0.9 * Math.abs(slope));
  });

  it('gives up where the function falls for ever', () => {
    const endless: Objective = (x, gradient) => {
      gradient[0] = -1;
      return -x[0]!;
    };
    expect(strongWolfe(endless, from(endless, 0), Float64Array.of(1), 1)).toBeNull();
  });
});

describe('cross-validation', () => {
  const data = noisyQuestions(25, 6, 2, 7);
  const folds = foldsOf(data.questions, 5, 1);

  it('scores every question by the model of its fold, in place', () => {
    const options = eager({ rounds: 5 });
    const { scores, folds: results } = finish(crossValidate(data, folds, options));
    expect(
      results
        .map(({ questions }) => questions)
        .flat()
        .sort((a, b) => a - b),
    ).toEqual([...data.questions.keys()]);
    for (const { fold, questions, training } of results) {
      const others = [...data.questions.keys()].filter((q) => folds[q] !== fold);
      expect(training.model).toEqual(finish(train(selectQuestions(data, others), options)).model);
      for (const q of questions) {
        expect(folds[q]).toBe(fold);
        const expected = applyModel(training.model, selectQuestions(data, [q]));
        expect(scores.slice(data.offsets[q], data.offsets[q + 1])).toEqual(expected);
      }
    }
  });

  it('refuses folds that leave nothing out, have gaps, or are not one a question', () => {
    const run = (of: ArrayLike<number>) => finish(crossValidate(data, of, eager()));
    expect(() => run(new Int32Array(25))).toThrow('at least two folds');
    expect(() => run(folds.map((fold) => (fold === 1 ? 5 : fold)))).toThrow('fold 1 has no question');
    expect(() => run(folds.slice(1))).toThrow('24 folds for 25 questions');
    expect(() => run(Array.from(folds, (fold) => fold + 0.5))).toThrow('the fold of question 0 is');
  });
});
