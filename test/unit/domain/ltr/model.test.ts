import { describe, expect, it } from 'vitest';
import { train } from '../../../../src/domain/ltr/cross-validate';
import {
  applyModel,
  importances,
  type LinearModel,
  parseModel,
  type TreesModel,
} from '../../../../src/domain/ltr/model';
import { DEFAULT_OPTIONS, type LearnerKind } from '../../../../src/domain/ltr/learned-spec';
import { finish } from '../../../../src/domain/ltr/training';
import { noisyQuestions } from './made';

const data = noisyQuestions(30, 8, 3, 5);

const trees: TreesModel = {
  schema: 1,
  kind: 'lambda-mart',
  features: ['a', 'b'],
  trees: [
    { feature: [1, 0], threshold: [5, 1], left: [1, -1], right: [-2, -3], gain: [4, 2], values: [1, 10, 100] },
    { feature: [1], threshold: [7], left: [-1], right: [-2], gain: [3], values: [0.5, 0.25] },
  ],
};
const linear: LinearModel = {
  schema: 1,
  kind: 'list-net',
  features: ['a', 'b'],
  mean: [1, 5],
  deviation: [2, 10],
  weights: [4, -1],
};
const matrix = { names: ['a', 'b'], values: Float64Array.of(1, 5, 2, 5, 2, 8), offsets: Int32Array.of(0, 3) };

const problem = (model: unknown): string => {
  const parsed = parseModel(model);
  return parsed.ok ? 'none' : parsed.problems.map(({ path, message }) => `${path}: ${message}`).join('\n');
};

describe('a trained model', () => {
  it('scores by hand', () => {
    expect([...applyModel(trees, matrix)]).toEqual([1.5, 100.5, 10.25]);
    expect([...applyModel(linear, matrix)]).toEqual([0, 2, 2 - 0.3]);
  });

  it.each(Object.keys(DEFAULT_OPTIONS) as LearnerKind[])('scores the same to the last bit after JSON: %s', (kind) => {
    const { model } = finish(train(data, DEFAULT_OPTIONS[kind]));
    const parsed = parseModel(JSON.parse(JSON.stringify(model)));
    if (!parsed.ok) throw new Error(problem(model));
    expect(parsed.model).toEqual(model);
    expect(applyModel(parsed.model, data)).toEqual(applyModel(model, data));
  });

  it('says how much it makes of each feature', () => {
    expect(importances(trees)).toEqual({
      kind: 'trees',
      features: [
        { name: 'a', gain: 2, splits: 1 },
        { name: 'b', gain: 7, splits: 2 },
      ],
    });
    expect(importances(linear)).toEqual({
      kind: 'linear',
      features: [
        { name: 'a', weight: 4 },
        { name: 'b', weight: -1 },
      ],
    });
  });

  it('is not applied to other features', () => {
    const named = (...names: string[]) => ({ ...matrix, names });
    expect(() => applyModel(trees, named('a', 'c'))).toThrow('trained with features that are not here: “b”');
    expect(() => applyModel(linear, named('b', 'a'))).toThrow('in this order: “a”, “b”');
    const wider = { names: ['a', 'b', 'c'], values: new Float64Array(9), offsets: Int32Array.of(0, 3) };
    expect(() => applyModel(linear, wider)).toThrow('trained without these features: “c”');
    expect(() => applyModel(linear, { ...matrix, values: Float64Array.of(1, 5, 2, 5, 2, NaN) })).toThrow(
      '“b” of row 2',
    );
  });
});

describe('a model from outside', () => {
  const withTree = (change: object) => ({ ...trees, trees: [trees.trees[1], { ...trees.trees[0], ...change }] });

  it.each([
    ['kind: ', { ...trees, kind: 'forest' }],
    ['schema: ', { ...trees, schema: 2 }],
    ['rounds: there is no such field', { ...trees, rounds: 3 }],
    ['features.1: “a” is there twice', { ...linear, features: ['a', 'a'] }],
    ['features: ', { ...linear, features: [] }],
    ['weights: 2 features need as many numbers, not 3', { ...linear, weights: [1, 2, 3] }],
    ['weights.1: ', { ...linear, weights: [1, null] }],
    ['deviation.0: ', { ...linear, deviation: [0, 1] }],
    ['trees.1.threshold.0: ', withTree({ threshold: ['5', 1] })],
    ['trees.1.threshold: 2 nodes need as many, not 1', withTree({ threshold: [5] })],
    ['trees.1.values: 2 nodes have 3 leaves, not 2', withTree({ values: [1, 2] })],
    ['trees.1.feature.1: there are 2 features', withTree({ feature: [1, 2] })],
    ['trees.1.feature: a tree needs a node', withTree({ feature: [] })],
    ['trees.1.left.0: there is no such node or leaf', withTree({ left: [2, -1] })],
    ['trees.1.right.1: there is no such node or leaf', withTree({ right: [-2, -4] })],
    ['trees.1.left.1: a child must come after its parent', withTree({ left: [1, 1] })],
    ['trees.1.right.1: a node or leaf has two parents', withTree({ right: [-2, -1] })],
  ])('is refused with “%s”', (expected, model) => {
    expect(problem(model)).toContain(expected);
  });

  it('is refused where it is nothing like a model', () => {
    for (const nothing of [null, 3, 'x', [], {}]) expect(parseModel(nothing).ok).toBe(false);
  });
});
