import { describe, expect, it } from 'vitest';
import { targetProblems } from '../../../../../src/domain/fusion/engines/target';
import type { FusionSpec } from '../../../../../src/domain/fusion/fusion-spec';

const rrf = (...weights: number[]): FusionSpec => ({ method: 'rrf', constant: 60, weights });
const joined = (fusion: FusionSpec | null, more: object = {}) => ({ retrievers: [0, 1], fusion, ...more });

describe('an engine that a system is meant for', () => {
  it('takes the fusion that it computes, and a system of one list', () => {
    expect(targetProblems('elasticsearch', joined(rrf(2, 1)))).toEqual([]);
    expect(targetProblems('qdrant', joined(rrf(1, 1)))).toEqual([]);
    expect(targetProblems('llamaindex', joined(null))).toEqual([]);
  });

  it('refuses what it cannot compute, with the nearest that it can', () => {
    const [problem] = targetProblems('llamaindex', joined(rrf(2, 1)));
    expect(problem).toMatchObject({ code: 'target-cannot-fuse', data: { engine: 'llamaindex', asked: rrf(2, 1) } });
    const { data } = problem as unknown as { data: { nearest: FusionSpec; losses: readonly unknown[] } };
    const { nearest, losses } = data;
    expect(losses).not.toEqual([]);
    expect(targetProblems('llamaindex', joined(nearest))).toEqual([]);
  });

  it('refuses what is learned, whatever the fusion', () => {
    for (const more of [{ learned: {} }, { crossFitted: {} }])
      expect(targetProblems('elasticsearch', joined(rrf(1, 1), more))).toMatchObject([{ code: 'target-cannot-learn' }]);
  });

  it('leaves a fusion that is wrong in itself to its own problem', () => {
    expect(targetProblems('llamaindex', joined(rrf(1, 2, 3)))).toEqual([]);
  });
});
