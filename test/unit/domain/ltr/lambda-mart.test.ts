import { describe, expect, it } from 'vitest';
import { seededOrder } from '../../../../src/domain/ltr/folds';
import { trainLambdaMart } from '../../../../src/domain/ltr/lambda-mart';
import { applyModel, importances } from '../../../../src/domain/ltr/model';
import { DEFAULT_OPTIONS } from '../../../../src/domain/ltr/learned-spec';
import { finish } from '../../../../src/domain/ltr/training';
import { candidateNdcg } from '../../../../src/domain/ltr/gain';
import { dataOf, eager, noisyQuestions, uniform } from './made';

const data = noisyQuestions(40, 10, 3, 2);

describe('LambdaMART', () => {
  it('of one pair, by hand: the first tree sends each document by its −G / H, the next go on', () => {
    const pair = dataOf([
      [
        [1, 1],
        [0, 0],
      ],
    ]);
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

  it('finds what a linear model cannot: a feature of which the middle is best', () => {
    const next = uniform(9);
    const middle = dataOf(
      Array.from({ length: 60 }, () =>
        Array.from({ length: 10 }, (): readonly [number, number, number] => {
          const x = next();
          return [Math.abs(x - 0.5) < 0.15 ? 1 : 0, x, next()];
        }),
      ),
    );
    const { model } = finish(trainLambdaMart(middle, DEFAULT_OPTIONS['lambda-mart']));
    expect(candidateNdcg(middle, 10, 'linear')(applyModel(model, middle))).toBeGreaterThan(0.97);
    const found = importances(model);
    if (found.kind !== 'trees') throw new Error('not trees');
    expect(found.features[0]!.gain).toBeGreaterThan(10 * found.features[1]!.gain);
  });

  it('is the same for the same seed; with bags another for another seed, without them the same', () => {
    const train = (options: Parameters<typeof eager>[0]) => finish(trainLambdaMart(data, eager(options))).model;
    const bagging = { share: 0.8, every: 5 };
    expect(train({ bagging, seed: 1 })).toEqual(train({ bagging, seed: 1 }));
    expect(train({ bagging, seed: 1 })).not.toEqual(train({ bagging, seed: 2 }));
    expect(train({ seed: 1 })).toEqual(train({ seed: 2 }));
    expect(train({ bagging, rounds: 5 }).trees[0]).not.toEqual(train({ rounds: 5 }).trees[0]);
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
    expect(() =>
      finish(
        trainLambdaMart(
          dataOf([
            [
              [1, 1],
              [1, 2],
            ],
          ]),
          eager(),
        ),
      ),
    ).toThrow('nothing to learn');
    expect(() => finish(trainLambdaMart(data, eager({ rounds: 0 })))).toThrow('rounds: ');
    const labels = data.labels.slice();
    for (const q of seededOrder(data.questions, 1).slice(0, 10)) labels.fill(0, data.offsets[q], data.offsets[q + 1]);
    const earlyStopping = { share: 0.25, patience: 5, cutoff: 10 };
    const options = eager({ earlyStopping, seed: 1 });
    expect(() => finish(trainLambdaMart({ ...data, labels }, options))).toThrow('held out for early stopping');
  });
});
