import { describe, expect, it } from 'vitest';
import {
  applyModel,
  importances,
  type LinearModel,
  parseModel,
  type TreesModel,
} from '../../../../src/domain/ltr/model';
import {
  DEFAULT_FEATURES,
  DEFAULT_OPTIONS,
  defaultLearned,
  featureColumns,
  type FeaturesSpec,
  learnedProblems,
  learnedSchema,
  type LearnedSpec,
  parseTrained,
  routeNames,
  routesOf,
  trainedKey,
  type TrainedSpec,
} from '../../../../src/domain/ltr/learned-spec';
import * as v from 'valibot';
import { buildFeatures } from '../../../../src/domain/ltr/build-features';
import { docId, queryId } from '../../../../src/base/types';
import { specProblem } from '../../../../src/ui/shared/messages/experiment';

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
});

const few: FeaturesSpec = { ...DEFAULT_FEATURES, routes: ['score', 'rank'], terms: ['term-coverage'] };

/** A model whose columns are those of the features, over so many routes. */
const trained = (features: FeaturesSpec, routes: number): TrainedSpec => {
  const columns = featureColumns(features, routes);
  const model: LinearModel = {
    schema: 1,
    kind: 'rank-net',
    features: columns,
    mean: columns.map(() => 0),
    deviation: columns.map(() => 1),
    weights: columns.map((_, i) => i + 1),
  };
  return { kind: 'model', model, features, trainedOn: ['a'] };
};

const pathsOf = (input: unknown): string[] => {
  const parsed = v.safeParse(learnedSchema, input);
  return parsed.success ? [] : parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
};
const fieldsOf = (spec: LearnedSpec, routes: number): string[] => learnedProblems(spec, routes).map(({ path }) => path);

describe('the schema of a learned ranker', () => {
  it.each([
    ['folds', { ...defaultLearned('rank-net'), folds: 1 }],
    ['learner.kind', { ...defaultLearned('rank-net'), learner: { kind: 'ada-rank' } }],
    ['learner.rounds', { ...defaultLearned('rank-net'), learner: { ...DEFAULT_OPTIONS['lambda-mart'], rounds: 0 } }],
    ['features.routes.0', { ...defaultLearned('rank-net'), features: { ...few, routes: ['scores'] } }],
    ['features.terms.0', { ...defaultLearned('rank-net'), features: { ...few, terms: ['score'] } }],
    ['sead', { ...defaultLearned('rank-net'), sead: 1 }],
    ['model.weights', { ...trained(few, 1), model: { ...trained(few, 1).model, weights: [1] } }],
    ['model.features.1', { ...trained(few, 1), model: { ...trained(few, 1).model, features: ['a', 'a', 'b'] } }],
  ])('names %s where it is wrong', (path, spec) => {
    expect(pathsOf(spec)).toEqual([path]);
  });

  it('refuses a tree that leads back to itself', () => {
    const tree = { feature: [0], threshold: [0], left: [0], right: [-1], gain: [1], values: [1, 2] };
    const model = { schema: 1, kind: 'lambda-mart', features: ['score(route1)'], trees: [tree] };
    expect(pathsOf({ ...trained(few, 1), model })).toEqual(['model.trees.0.left.0']);
  });
});

it('featureColumns are the columns that building gives, in their order, whatever order the spec has', () => {
  const mixed: FeaturesSpec = { ...few, routes: ['found', 'score'], terms: ['exact-phrase', 'length-ratio'] };
  const [question, doc] = [queryId('q'), docId('d')];
  const routes = routeNames(2).map((name) => ({
    name,
    depth: 1,
    run: new Map([[question, [{ id: doc, score: 1 }]]]),
  }));
  const { names } = buildFeatures({
    questions: [question],
    routes,
    routeFeatures: mixed.routes,
    termFeatures: mixed.terms,
    terms: { ofQuestion: () => [], ofDoc: () => [], meanLength: 1 },
  });
  expect(featureColumns(mixed, 2)).toEqual(names);
  expect(names[0]).toBe('score(route1)');
});

describe('learnedProblems', () => {
  it('wants a feature, each once', () => {
    const of = (features: FeaturesSpec) => fieldsOf({ ...defaultLearned('rank-net'), features }, 1);
    expect(of({ ...few, routes: [], terms: [] })).toEqual(['features']);
    expect(of({ ...few, routes: [] })).toEqual([]);
    expect(of({ ...few, terms: [] })).toEqual([]);
    expect(of({ ...few, routes: ['score', 'score'] })).toEqual(['features.routes']);
  });

  it('tells what is wrong with the analyzer under its path', () => {
    const analyzer = { ...few.analyzer, partsOfSpeech: 'nouns-and-verbs' } as const;
    expect(fieldsOf({ ...defaultLearned('rank-net'), features: { ...few, analyzer } }, 1)).toEqual([
      'features.analyzer.partsOfSpeech',
    ]);
  });

  it('wants the columns of a model to be those that its features give for so many retrievers, in their order', () => {
    const spec = trained(few, 2);
    expect(learnedProblems(spec, 2)).toEqual([]);
    expect(learnedProblems(spec, 1).map(specProblem)[0]).toContain('score(route2), rank(route2)');
    expect(learnedProblems(spec, 3).map(specProblem)[0]).toContain(
      'without these columns: score(route3), rank(route3)',
    );
    const swapped = { ...spec, model: { ...spec.model, features: spec.model.features.toReversed() } };
    expect(learnedProblems(swapped, 2).map(specProblem)[0]).toContain('in another order');
    expect(fieldsOf(swapped, 2)).toEqual(['model.features']);
  });
});

describe('parseTrained', () => {
  it('reads what was saved, and knows how many retrievers it needs', () => {
    const saved = trained(few, 3);
    const parsed = parseTrained(JSON.parse(JSON.stringify(saved)));
    expect(parsed).toEqual({ ok: true, spec: saved });
    expect(routesOf(saved.model)).toBe(3);
    expect(importances(saved.model).features).toHaveLength(7);
  });

  it('refuses a model whose columns its features do not give', () => {
    const parsed = parseTrained({ ...trained(few, 2), features: { ...few, terms: [] } });
    expect(parsed).toMatchObject({ ok: false, problems: [{ path: 'model.features' }] });
    expect(parseTrained('x')).toMatchObject({ ok: false });
  });
});

it('trainedKey is that of the text, and of the id only where there is no text', () => {
  const key = (id: string, text: string) => trainedKey({ id: queryId(id), text });
  expect(key('1', 'why')).toBe(key('2', 'why'));
  expect(key('1', 'why')).not.toBe(key('1', 'how'));
  expect(key('1', '')).not.toBe(key('2', ''));
});
