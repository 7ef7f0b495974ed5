import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { buildFeatures } from '../../../../src/domain/ltr/build-features';
import { importances, type LinearModel } from '../../../../src/domain/ltr/model';
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
import { docId, queryId } from '../../../../src/base/types';
import { specProblem } from '../../../../src/ui/shared/messages/experiment';

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
  it.each<LearnedSpec>([
    defaultLearned('lambda-mart'),
    defaultLearned('rank-net'),
    { ...defaultLearned('list-net'), folds: 2, seed: -3 },
    trained(few, 2),
  ])('takes $kind and gives it back', (spec) => {
    expect(v.parse(learnedSchema, JSON.parse(JSON.stringify(spec)))).toEqual(spec);
  });

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

  it('reads one that does not tell what it was trained on', () => {
    const { trainedOn: _, ...saved } = trained(few, 1);
    expect(parseTrained(saved)).toMatchObject({ ok: true, spec: { trainedOn: [] } });
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
