import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fusionProblems, fusionSchema, type FusionSpec, unevenFields } from '../../../../src/domain/fusion/fusion-spec';
import { judgedLists, type NormSpec } from '../../../../src/domain/fusion/method';
import { poolOf } from '../../../../src/domain/fusion/pool';
import { fusedScores } from '../../../../src/domain/fusion/fuse';
import { grades, ordered } from '../measures/make';
import {
  firstSetting,
  fusionOf,
  METHOD_NAMES,
  METHODS,
  settingOf,
} from '../../../../src/domain/fusion/method-settings';
import { question } from './make';
import { bestFirst } from '../../../../src/domain/fusion/best-first';

const wsum: FusionSpec = { method: 'wsum', norm: 'min-max', weights: [0.5, 0.5], absent: 'zero' };

const pathsOf = (input: unknown): string[] => {
  const parsed = v.safeParse(fusionSchema, input);
  return parsed.success ? [] : parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
};

describe('the schema of a fusion', () => {
  it.each([
    ['method', { ...wsum, method: 'minmax-sum' }],
    ['weights.1', { ...wsum, weights: [1, -1] }],
    ['norm', { ...wsum, norm: 'minmax' }],
    ['norm', { ...wsum, norm: { kind: 'dbsf', deviation: 'sample' } }],
    ['constant', { method: 'rrf', constant: -1, weights: [1] }],
    ['constant', { method: 'rrf', constant: 'half', weights: [1] }],
    ['persistence', { method: 'rbc', persistence: 1.1 }],
    ['gama', { method: 'gmnz', norm: 'none', absent: 'zero', gamma: 1, gama: 2 }],
    ['window', { method: 'slidefuse', probabilities: [], window: 1.5 }],
    // The policy for absent documents is said, and has a meaning in the method.
    ['absent', { method: 'wsum', norm: 'min-max', weights: [1] }],
    ['absent', { method: 'mnz', norm: 'none', absent: 'skip' }],
    ['absent', { ...wsum, method: 'geometric-mean', absent: 'zero' }],
  ])('names %s where it is wrong', (path, spec) => {
    expect(pathsOf(spec)).toEqual([path]);
  });
});

describe('fusionProblems', () => {
  it('wants as many weights as lists, one of them above 0', () => {
    expect(fusionProblems(wsum, 2)).toEqual([]);
    expect(fusionProblems(wsum, 3)).toEqual([
      { path: 'weights', code: 'fusion-uneven', data: { lists: 3, of: 'weights' } },
    ]);
    expect(fusionProblems({ ...wsum, weights: [0, 0] }, 2)).toEqual([
      { path: 'weights', code: 'fusion-no-weight', data: null },
    ]);
  });

  it('wants as much that was trained, and as many lowest scores', () => {
    expect(unevenFields({ method: 'posfuse', probabilities: [[0.5]] }, 2)).toEqual(['probabilities']);
    expect(unevenFields({ method: 'mapfuse', precision: [0.5] }, 2)).toEqual(['precision']);
    expect(unevenFields({ method: 'bayesfuse', logOdds: [[0]] }, 2)).toEqual(['logOdds']);
    const norm: NormSpec = { kind: 'theoretical-min-max', lowest: [0] };
    expect(unevenFields({ ...wsum, norm }, 2)).toEqual(['norm.lowest']);
    expect(fusionProblems({ method: 'mapfuse', precision: [0.5] }, 2)).toEqual([
      { path: 'precision', code: 'fusion-uneven', data: { lists: 2, of: 'entries' } },
    ]);
  });
});

const pool = poolOf([ordered('a b'), ordered('b c')]);

it('fusedScores names the field that is not as long as there are lists', () => {
  expect(() => fusedScores(pool, { method: 'posfuse', probabilities: [[0.5]] })).toThrow(
    '2 lists need as many entries of “probabilities”',
  );
  const norm: NormSpec = { kind: 'theoretical-min-max', lowest: [0] };
  expect(() => fusedScores(pool, { method: 'sum', norm, absent: 'zero' })).toThrow('“norm.lowest”');
});

const POLICIES = ['zero', 'min', 'skip'] as const;

describe('the table of methods', () => {
  it.each(METHOD_NAMES.filter((method) => METHODS[method].absent.length > 0))(
    'offers for %s the policies that its schema takes, and no other',
    (method) => {
      const taken = POLICIES.filter(
        (absent) => v.safeParse(fusionSchema, { ...fusionOf({ ...firstSetting(2), method }), absent }).success,
      );
      expect([...METHODS[method].absent].sort()).toEqual([...taken].sort());
    },
  );

  it('puts a policy that the method does not know to the method’s first, not to none', () => {
    expect(fusionOf({ ...firstSetting(2), method: 'geometric-mean', absent: 'zero' })).toMatchObject({ absent: 'min' });
  });

  it('refuses to tell a trained fusion from its setting alone', () => {
    expect(() => fusionOf({ ...firstSetting(2), method: 'mapfuse' })).toThrow(RangeError);
  });
});

it.each<[what: string, Parameters<typeof settingOf>[0], own: object]>([
  ['what it says', { method: 'rrf', constant: 10, weights: [1, 3] }, { constant: 10, weights: [1, 3] }],
  [
    'the lowest scores apart from the name of the normalisation',
    { method: 'sum', norm: { kind: 'theoretical-min-max', lowest: [0, -1] }, absent: 'zero' },
    { norm: 'theoretical-min-max', lowest: [0, -1], absent: 'zero' },
  ],
  ['what is trained', { method: 'segfuse', norm: 'sum', folds: 5, seed: 1 }, { norm: 'sum', folds: 5, seed: 1 }],
])('the setting of a fusion has %s, and the first setting for all else', (_, fusion, own) => {
  expect(settingOf(fusion, 2)).toEqual({ ...firstSetting(2), method: fusion.method, ...own });
});

describe('judgedLists', () => {
  it('throws without questions, and where they have not all as many lists', () => {
    expect(() => judgedLists([])).toThrow(RangeError);
    expect(() => judgedLists([question('a', 'a'), { pool: poolOf([]), grades: grades({}) }])).toThrow(
      'numbers of lists',
    );
  });
});

it('bestFirst merges runs of any length: many scores, many of them equal', () => {
  for (const length of [0, 1, 11, 12, 13, 24, 25, 100, 1000]) {
    const scores = Float64Array.from({ length }, (_, i) => (i * 7919) % 17);
    const expected = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
    expect([...bestFirst(scores)]).toEqual(expected);
  }
});
