import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fusionProblems, fusionSchema, unevenFields, type FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import type { NormSpec } from '../../../../src/domain/fusion/method';

const wsum: FusionSpec = { method: 'wsum', norm: 'min-max', weights: [0.5, 0.5], absent: 'zero' };

const pathsOf = (input: unknown): string[] => {
  const parsed = v.safeParse(fusionSchema, input);
  return parsed.success ? [] : parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
};

describe('the schema of a fusion', () => {
  it.each<FusionSpec>([
    wsum,
    { method: 'rrf', constant: 'half-length', weights: [1] },
    { method: 'sum', norm: { kind: 'dbsf', deviation: 'sample', clamp: false }, absent: 'min' },
    { method: 'anz', norm: { kind: 'theoretical-min-max', lowest: [0, -1] }, absent: 'skip' },
    { method: 'isr' },
    { method: 'bayesfuse', logOdds: [[-0.9, -6.9], []] },
  ])('takes $method and gives it back', (spec) => {
    expect(v.parse(fusionSchema, JSON.parse(JSON.stringify(spec)))).toEqual(spec);
  });

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
  ])('names %s where it is wrong', (path, spec) => {
    expect(pathsOf(spec)).toEqual([path]);
  });

  it('wants the policy for absent documents said', () => {
    expect(pathsOf({ method: 'wsum', norm: 'min-max', weights: [1] })).toEqual(['absent']);
  });

  it('refuses a policy that has no meaning in the method', () => {
    expect(pathsOf({ method: 'mnz', norm: 'none', absent: 'skip' })).toEqual(['absent']);
    expect(pathsOf({ ...wsum, method: 'geometric-mean', absent: 'zero' })).toEqual(['absent']);
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

  it('has nothing to say of a method that treats all lists alike', () => {
    expect(fusionProblems({ method: 'condorcet' }, 5)).toEqual([]);
  });
});
