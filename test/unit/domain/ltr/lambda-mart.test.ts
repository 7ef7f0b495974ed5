import { describe, expect, it } from 'vitest';
import { seededOrder } from '../../../../src/domain/ltr/folds';
import { lambdaGradients, type LambdaOptions, trainLambdaMart } from '../../../../src/domain/ltr/lambda-mart';
import { applyModel } from '../../../../src/domain/ltr/model';
import { finish } from '../../../../src/domain/ltr/training';
import { candidateNdcg } from '../../../../src/domain/ltr/gain';
import { dataOf, eager, noisyQuestions, type Row } from './made';
import { rowsIn } from '../../../rows';

const data = noisyQuestions(40, 10, 3, 2);

describe('LambdaMART', () => {
  it('of one pair, by hand: the first tree sends each document by its −G / H, the next go on', () => {
    const pair = dataOf('1 1, 0 0');
    const { model } = finish(trainLambdaMart(pair, eager({ rounds: 1, learningRate: 0.1, normalise: false })));
    // G = ∓Δ / 2 and H = Δ / 4: ±2, shrunk to ±.2.
    expect(model.trees).toHaveLength(1);
    expect(model.trees[0]).toMatchObject({ feature: [0], threshold: [0.5], left: [-1], right: [-2] });
    expect(model.trees[0]!.values[0]).toBeCloseTo(-0.2, 14);
    expect(model.trees[0]!.values[1]).toBeCloseTo(0.2, 14);
    const two = finish(trainLambdaMart(pair, eager({ rounds: 2, learningRate: 0.1, normalise: false }))).model;
    // The pair is apart by .4 now: ρ / (ρ (1 − ρ)) = 1 + e^−.4.
    expect(two.trees[1]!.values[1]).toBeCloseTo(0.1 * (1 + Math.exp(-0.4)), 13);
  });

  it('ranks what it was trained on better and better', () => {
    const ndcg = candidateNdcg(data, 10, 'linear');
    const after = [1, 4, 60].map((rounds) => {
      const { model } = finish(trainLambdaMart(data, eager({ rounds })));
      return ndcg(applyModel(model, data));
    });
    expect(after[1]).toBeGreaterThan(after[0]!);
    expect(after[2]).toBeGreaterThan(after[1]!);
    expect(after[2]).toBeGreaterThan(0.99);
  });

  it('is the same for the same seed; with bags another for another seed, without them the same', () => {
    const train = (options: Parameters<typeof eager>[0]) =>
      finish(trainLambdaMart(data, eager({ rounds: 10, ...options }))).model;
    const bagging = { share: 0.8, every: 5 };
    expect(train({ bagging, seed: 1 })).toEqual(train({ bagging, seed: 1 }));
    expect(train({ bagging, seed: 1 })).not.toEqual(train({ bagging, seed: 2 }));
    expect(train({ seed: 1 })).toEqual(train({ seed: 2 }));
    expect(train({ bagging }).trees[0]).not.toEqual(train({}).trees[0]);
  });

  it('yields after each round, and ends where no split gains anything', () => {
    expect([...trainLambdaMart(data, eager({ rounds: 3 }))]).toEqual([1, 2, 3].map((step) => ({ step, most: 3 })));
    const { model } = finish(trainLambdaMart(data, eager({ minRows: 300 })));
    expect(model.trees).toEqual([]);
    expect([...applyModel(model, data)]).toEqual(new Array(400).fill(0));
  });

  it('stops early by questions that it is not trained on, and keeps the trees of the best round', () => {
    const noisy = noisyQuestions(40, 10, 1, 3);
    const earlyStopping = { share: 0.25, patience: 5, cutoff: 10 };
    const { model, validation, heldOut } = finish(trainLambdaMart(noisy, eager({ rounds: 300, earlyStopping })));
    expect(heldOut).toBe(10);
    const best = Math.max(...validation!);
    expect(validation!.indexOf(best) + 1).toBe(model.trees.length);
    expect(validation!.length).toBe(model.trees.length + 5);
    // What is held out is in no tree: with its labels turned over the trees are the same, as far as both go.
    const held = seededOrder(noisy.questions, eager().seed).slice(0, 10);
    const labels = noisy.labels.slice();
    for (const q of held) labels.subarray(noisy.offsets[q], noisy.offsets[q + 1]).reverse();
    const turned = finish(trainLambdaMart({ ...noisy, labels }, eager({ rounds: 300, earlyStopping }))).model.trees;
    const both = Math.min(turned.length, model.trees.length);
    expect(turned.slice(0, both)).toEqual(model.trees.slice(0, both));
    expect(finish(trainLambdaMart({ ...noisy, labels }, eager())).model.trees[0]).not.toEqual(turned[0]);
  });

  it('is refused where nothing can be learned, or nothing tells when to stop', () => {
    expect(() => finish(trainLambdaMart(dataOf('1 1, 1 2'), eager()))).toThrow('nothing to learn');
    expect(() => finish(trainLambdaMart(data, eager({ rounds: 0 })))).toThrow('rounds: ');
    const labels = data.labels.slice();
    for (const q of seededOrder(data.questions, 1).slice(0, 10)) labels.fill(0, data.offsets[q], data.offsets[q + 1]);
    const earlyStopping = { share: 0.25, patience: 5, cutoff: 10 };
    const options = eager({ earlyStopping, seed: 1 });
    expect(() => finish(trainLambdaMart({ ...data, labels }, options))).toThrow('held out for early stopping');
  });
});

const PLAIN: LambdaOptions = { gain: 'linear', truncation: 30, sigmoid: 1, normalise: false };

function derived(rows: Row[], scores: number[], options: Partial<LambdaOptions> = {}) {
  const data = dataOf([rows]);
  const into = { gradients: new Float64Array(rows.length), hessians: new Float64Array(rows.length) };
  lambdaGradients(data, { ...PLAIN, ...options })(Float64Array.from(scores), into);
  return { gradients: [...into.gradients], hessians: [...into.hessians] };
}

function close(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 13));
}

/** 1 − 1 / log2(3): what places 1 and 2 differ by. */
const STEP = 0.36907024642854247;

const pair: Row[] = rowsIn('2 0, 0 0');
const reversed: Row[] = rowsIn('0 0, 2 0');

describe('the lambdas of LambdaRank', () => {
  it('normalised, by hand: Δ ÷ 1.01, all · log2(1 + S) / S', () => {
    const { gradients, hessians } = derived(reversed, [1, 0], { normalise: true });
    close(gradients, [0.3087814269416452, -0.3087814269416452]);
    close(hessians, [0.08304411585434135, 0.08304411585434135]);
    // Where all scores are equal there is no distance to divide by.
    close(derived(pair, [0, 0], { normalise: true }).gradients, [
      -1.227940959659599 * (STEP / 2),
      1.227940959659599 * (STEP / 2),
    ]);
  });

  it('with σ: σ times the gradient, and σ² the hessian', () => {
    const { gradients, hessians } = derived(pair, [0, 0], { sigmoid: 2 });
    close(gradients, [-STEP, STEP]);
    close(hessians, [STEP, STEP]);
  });

  it('rejects exponential gain where linear is meant, and has it where it is asked for', () => {
    const rows: Row[] = rowsIn('2 0, 1 0');
    // Ideal: 2 + 1 / log2(3), or 3 + 1 / log2(3).
    const second = 1 / Math.log2(3);
    close(derived(rows, [0, 0]).gradients, [-STEP / (2 + second) / 2, STEP / (2 + second) / 2]);
    close(derived(rows, [0, 0], { gain: 'exponential' }).gradients, [-STEP / (3 + second), STEP / (3 + second)]);
  });

  it('leave out pairs below the truncation, and cut the ideal there', () => {
    const rows: Row[] = rowsIn('0 0, 1 0, 2 0');
    const { gradients } = derived(rows, [3, 2, 1], { truncation: 1 });
    // Ideal 2. Pairs of the first row alone: with the second by 1 · step, with the third by 2 · (1 − ½).
    const rho = (distance: number) => 1 / (1 + Math.exp(-distance));
    const [a, b] = [(STEP / 2) * rho(1), (1 / 2) * rho(2)];
    close(gradients, [a + b, -a, -b]);
  });

  it('are 0 where no grade is positive or all are equal', () => {
    close(derived(rowsIn('0 0, 0 0'), [1, 0], { normalise: true }).gradients, [0, 0]);
    close(derived(rowsIn('1 0, 1 0'), [1, 0], { normalise: true }).hessians, [0, 0]);
    close(derived([[1, 0]], [1], { normalise: true }).gradients, [0]);
  });
});

describe('nDCG of candidates', () => {
  const data = dataOf('0 0, 2 0, 1 0; 0 0, 0 0; 1 0, 0 0');

  it('by hand, with questions without a relevant candidate left out', () => {
    const second = 1 / Math.log2(3);
    // First: 2, 0, 1 of 2, 1, 0. Third: 0, 1 of 1, 0.
    const first = (2 + 0.5) / (2 + second);
    expect(candidateNdcg(data, 10, 'linear')(Float64Array.of(2, 3, 1, 0, 0, 0, 1))).toBeCloseTo(
      (first + second) / 2,
      14,
    );
    expect(candidateNdcg(data, 1, 'linear')(Float64Array.of(2, 3, 1, 0, 0, 0, 1))).toBe(0.5);
    expect(candidateNdcg(data, 10, 'exponential')(Float64Array.of(2, 3, 1, 0, 0, 1, 0))).toBeCloseTo(
      ((3 + 0.5) / (3 + second) + 1) / 2,
      14,
    );
  });

  it('is 0 where no question counts', () => {
    expect(candidateNdcg(dataOf('0 0'), 10, 'linear')(Float64Array.of(1))).toBe(0);
  });
});
