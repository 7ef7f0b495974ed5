import { describe, expect, it } from 'vitest';
import type { Estimate, StageProgress } from '../../../../src/workbench/kernel/run-types';
import { runStep } from '../../../../src/ui/command-line/command-progress';

const stage = (part: Partial<StageProgress>): StageProgress => ({
  stage: 'passage-vectors',
  unit: 'passages',
  state: 'running',
  total: 2000,
  done: 500,
  reused: 0,
  secondsLeft: 30,
  spent: 10,
  ...part,
});

const NOTHING: Estimate = { seconds: 0, range: [0, 0], bytes: 0, download: 0, pending: [], basis: 'typical' };

describe('runStep', () => {
  it('says what runs, how far it is and what the slow stages have left', () => {
    const stages = [stage({}), stage({ stage: 'rerank', unit: 'pairs', done: 0, secondsLeft: 12 })];
    expect(runStep({ stages, note: null }, NOTHING)).toEqual({
      text: 'Embedding passages 500/2,000 passages · Reranking 0/2,000 pairs',
      stage: 'passage-vectors, begun rerank',
      secondsLeft: [42, 42],
    });
  });

  it('takes the estimate for a stage that waits', () => {
    const waiting = stage({ stage: 'rerank', unit: 'pairs', state: 'waiting', done: 0, secondsLeft: null, spent: 0 });
    const pending = [{ stage: 'rerank', unit: 'pairs', count: 2000, seconds: 70 }] as const;
    const [low, high] = runStep(
      { stages: [stage({}), waiting], note: null },
      { ...NOTHING, seconds: 70, range: [70, 70], pending },
    ).secondsLeft!;
    expect([low, high]).toEqual([100, 100]);
  });

  it('says no count where there is none yet', () => {
    const note = { code: 'loading-reranker', data: null } as const;
    const stages = [stage({ stage: 'latency', unit: 'questions', total: 0, done: 0 })];
    expect(runStep({ stages, note }, NOTHING).text).toBe('Loading the reranker · Timing one question at a time');
  });
});
