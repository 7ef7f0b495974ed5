import type { FoldReport, LearnedReport } from '../../../../src/contract/result';
import { describe, expect, it } from 'vitest';
import type { FeatureImportances } from '../../../../src/domain/ltr/model';
import {
  DEFAULT_FEATURES,
  DEFAULT_OPTIONS,
  defaultLearned,
  type TrainedSpec,
} from '../../../../src/domain/ltr/learned-spec';
import type { SystemSpec } from '../../../../src/domain/experiment/experiment';
import {
  drawFeatures,
  foldWeights,
  learnedSystems,
  modelWeights,
  routeLabels,
} from '../../../../src/ui/results/learned-text';
import { resultOf } from '../result';

const ROUTES = ['bm25', 'vectors'];

const linear = (score: number, coverage: number): FeatureImportances => ({
  kind: 'linear',
  features: [
    { name: 'score(route2)', weight: score },
    { name: 'term-coverage', weight: coverage },
  ],
});
const trees = (score: number, coverage: number): FeatureImportances => ({
  kind: 'trees',
  features: [
    { name: 'score(route2)', gain: score, splits: 1 },
    { name: 'term-coverage', gain: coverage, splits: 2 },
  ],
});

const trained: TrainedSpec = {
  kind: 'model',
  model: { schema: 1, kind: 'rank-net', features: ['score(route1)'], mean: [0.1], deviation: [3], weights: [1 / 3] },
  features: { ...DEFAULT_FEATURES, routes: ['score'], terms: [] },
  trainedOn: ['a'],
};

function reportOf(importances: readonly FeatureImportances[], changes: Partial<FoldReport> = {}): LearnedReport {
  const training = { questions: 8, rounds: 12, most: 500, converged: true, heldOut: 0, milliseconds: 100 };
  return {
    learner: DEFAULT_OPTIONS['rank-net'],
    candidates: 1200,
    relevant: 9,
    telling: 1,
    folds: importances.map((each) => ({ ...training, scored: 2, importances: each, ...changes })),
    whole: { ...training, questions: 10, importances: importances[0]! },
    trained,
  };
}

describe('what features weigh', () => {
  it('of trees it is their share of the gain in each model, whatever the scale of its gains', () => {
    const { unit, models, features } = foldWeights(reportOf([trees(1, 3), trees(300, 100)]), ROUTES);
    expect([unit, models]).toEqual(['share', 2]);
    const [first, second] = features;
    // The sum over the folds would give 301 of 404, and the second model all the say.
    expect(first).toMatchObject({ column: 'score(route2)', mean: 0.5, low: 0.25, high: 0.75 });
    expect(second).toMatchObject({ column: 'term-coverage', mean: 0.5, low: 0.25, high: 0.75 });
  });

  it('of a linear ranker it is the weight, with its sign, the heaviest of either sign first', () => {
    const { unit, features } = foldWeights(reportOf([linear(0.2, -1), linear(0.4, -3)]), ROUTES);
    expect(unit).toBe('weight');
    expect(features.map(({ column }) => column)).toEqual(['term-coverage', 'score(route2)']);
    expect(features[0]).toMatchObject({ mean: -2, low: -3, high: -1 });
    expect(features[1]!.mean).toBeCloseTo(0.3, 12);
  });

  it('names features by what retrieves there, and says what each is', () => {
    const { features } = foldWeights(reportOf([linear(2, 1)]), ROUTES);
    expect(features.map(({ label }) => label)).toEqual(['Score · vectors', 'Terms found']);
    expect(features[1]!.summary).toContain('distinct terms of the question');
  });

  it('is nothing where no tree could be grown', () => {
    const { features } = foldWeights(reportOf([trees(0, 0)]), ROUTES);
    expect(features.map(({ mean }) => mean)).toEqual([0, 0]);
    const { scale, features: drawn } = drawFeatures({ unit: 'share', models: 1, features });
    expect([scale(0), scale(drawn[0]!.mean)]).toEqual([0, 0]);
  });

  it('of a model that was trained before it is that of the one model', () => {
    expect(modelWeights(trained, ['bm25'])).toMatchObject({
      unit: 'weight',
      models: 1,
      features: [{ label: 'Score · bm25', mean: 1 / 3, low: 1 / 3, high: 1 / 3 }],
    });
  });
});

describe('learned systems', () => {
  const result = (() => {
    const made = resultOf({ bm25: [1], ltr: [1] });
    const [bm25] = made.spec.systems;
    const ltr: SystemSpec = { ...bm25!, id: 'ltr', learned: defaultLearned('lambda-mart') };
    return { ...made, spec: { ...made.spec, systems: [bm25!, ltr, { ...ltr, id: 'later' }] } };
  })();

  it('are those of the result that are there, and no others', () => {
    expect(learnedSystems(result).map(({ id }) => id)).toEqual(['ltr']);
  });

  it('number the routes of which there are several alike', () => {
    const run = (name: string) => ({ kind: 'run', name, hash: 'h' }) as const;
    expect(routeLabels({ retrievers: [run('a'), run('b'), run('a')] })).toEqual(['a (1)', 'b', 'a (3)']);
  });
});
