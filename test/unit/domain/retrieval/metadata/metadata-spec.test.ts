import { describe, expect, it } from 'vitest';
import { DEFAULT_ANALYZER } from '../../../../../src/domain/text/analyzer-spec';
import { lexical } from '../../../../../src/domain/experiment/catalogue';
import { composedOf, parseComposed } from '../../../../../src/domain/experiment/composed';
import { type ExperimentSpec, parseExperiment, type SystemSpec } from '../../../../../src/domain/experiment/experiment';
import { experimentFile } from '../../../../../src/domain/experiment/experiment-file';
import { fieldsOfSystem, missingFields, numbersOfSystem } from '../../../../../src/domain/experiment/missing';
import { defaultLearned, featureColumns, routesOf } from '../../../../../src/domain/ltr/learned-spec';
import type { LearnedModel } from '../../../../../src/domain/ltr/model';
import { specProblem } from '../../../../../src/ui/shared/messages/experiment';

const system = (parts: Partial<SystemSpec> = {}): SystemSpec => ({
  id: 'mine',
  retrievers: [lexical(DEFAULT_ANALYZER)],
  fusion: null,
  learned: null,
  rerank: null,
  threshold: null,
  ...parts,
});

const experimentOf = (...systems: SystemSpec[]): ExperimentSpec => ({
  schema: 1,
  systems,
  depth: 10,
  lists: 'depth',
  ks: [5],
  measures: ['MAP'],
  relevance: 1,
  missing: 'zero',
});

const problems = (parts: object): string[] => {
  const parsed = parseExperiment(experimentOf({ ...system(), ...parts }));
  return parsed.ok ? [] : parsed.problems.map(specProblem);
};

const learner = defaultLearned('rank-net');
const full = system({
  retrievers: [{ ...lexical(DEFAULT_ANALYZER), fields: ['title', 'category'] }],
  filter: { kind: 'question', field: 'brand', analyzer: DEFAULT_ANALYZER },
  learned: { ...learner, features: { ...learner.features, metadata: [{ field: 'year', absent: 0 }] } },
  boost: { kind: 'number', field: 'price', weight: -0.5 },
});

describe('what a spec says of metadata', () => {
  it('is kept by a file of the experiment, and by a custom system', () => {
    const parsed = parseExperiment(JSON.parse(experimentFile(experimentOf(full))));
    expect(parsed).toEqual({ ok: true, spec: experimentOf(full) });
    expect(parseComposed([composedOf(full)])).toEqual({ ok: true, systems: [composedOf(full)] });
  });

  it('is nowhere where nothing is said: other specs are what they were', () => {
    const parsed = parseExperiment(experimentOf(system()));
    expect(parsed.ok && JSON.stringify(parsed.spec)).toBe(JSON.stringify(experimentOf(system())));
  });

  it.each([
    [
      { filter: { kind: 'range', field: 'price', least: null, most: null } },
      'systems.0.filter.least: a range needs a minimum or a maximum',
    ],
    [
      { filter: { kind: 'range', field: 'price', least: 2, most: 1 } },
      'systems.0.filter.least: the minimum, 2, is above the maximum, 1',
    ],
    [{ filter: { kind: 'values', field: 'a', values: [] } }, 'systems.0.filter.values: name a value'],
    [{ filter: { kind: 'values', field: 'a', values: ['x', 'x'] } }, 'systems.0.filter.values: “x” is listed twice'],
    [
      { boost: { kind: 'number', field: 'a', weight: 0 } },
      'systems.0.boost.weight: a weight of 0 changes nothing: leave the boost out',
    ],
    [
      {
        boost: {
          kind: 'question',
          field: 'a',
          weight: 1,
          analyzer: { ...DEFAULT_ANALYZER, partsOfSpeech: 'nouns-and-verbs' },
        },
      },
      'systems.0.boost.analyzer.partsOfSpeech: parts of speech are known to the tokens “japanese” alone, not to “cjk-bigram”: choose “all”',
    ],
    [
      { retrievers: [{ ...lexical(DEFAULT_ANALYZER), fields: ['a', 'a'] }] },
      'systems.0.retrievers.0.fields: “a” is listed twice',
    ],
    [
      {
        learned: {
          ...learner,
          features: {
            ...learner.features,
            metadata: [
              { field: 'a', absent: 0 },
              { field: 'a', absent: 1 },
            ],
          },
        },
      },
      'systems.0.learned.features.metadata: “a” is listed twice',
    ],
  ])('is refused with where and why: %j', (parts, problem) => {
    expect(problems(parts)).toEqual([problem]);
  });

  it('may be all that a learned ranker reads', () => {
    const features = { ...learner.features, routes: [], terms: [] };
    expect(problems({ learned: { ...learner, features } })).toHaveLength(1);
    expect(
      problems({ learned: { ...learner, features: { ...features, metadata: [{ field: 'a', absent: 0 }] } } }),
    ).toEqual([]);
  });

  it('gives columns of numbers, after all others', () => {
    expect(featureColumns(full.learned!.features, 1).slice(-2)).toEqual(['exact-phrase', 'metadata(year)']);
    // A field may be called as a route is.
    const features = ['score(route2)', 'metadata(route7)', 'metadata(score(route9))'];
    expect(routesOf({ features } as unknown as LearnedModel)).toBe(2);
  });
});

describe('the fields that a system reads', () => {
  it('are those of its retrievers, its filter, its boost and its ranker', () => {
    expect(fieldsOfSystem(full).sort()).toEqual(['brand', 'category', 'price', 'title', 'year']);
    expect(numbersOfSystem(full).sort()).toEqual(['price', 'year']);
    expect(fieldsOfSystem(system())).toEqual([]);
  });

  it('are reported where a collection lacks one, title and text never', () => {
    expect(missingFields([full, system()], ['category', 'brand', 'price', 'year'])).toEqual([]);
    expect(missingFields([full], ['brand'])).toEqual([
      { code: 'system-field-missing', data: { system: 'mine', field: 'category', fields: ['brand'] } },
    ]);
  });
});
