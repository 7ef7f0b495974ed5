import { describe, expect, it } from 'vitest';
import type { Estimate, RunProgress, StageProgress } from '../../../../src/workbench/kernel/run-types';
import { remaining, shareDone } from '../../../../src/ui/evaluate/running.svelte';

type Stage = Pick<StageProgress, 'stage' | 'state'> & Partial<StageProgress>;

const progress = (...stages: Stage[]): RunProgress => ({
  note: null,
  stages: stages.map((each) => ({ unit: '', total: 0, done: 0, reused: 0, secondsLeft: null, spent: 0, ...each })),
});

const half = { stage: 'rerank', state: 'running', total: 10, done: 5, secondsLeft: 4 } as const;
const vectors = { stage: 'passage-vectors', state: 'done' } as const;
const timing = { stage: 'latency', state: 'waiting' } as const;

describe('how much of a run is done', () => {
  it('is the mean over the stages that take time', () => {
    expect(shareDone(progress(vectors, half, { stage: 'fuse', state: 'done' }))).toBe(0.75);
    expect(shareDone(progress(vectors, half, timing))).toBe(0.5);
    expect(shareDone(progress({ stage: 'fuse', state: 'running' }))).toBe(0);
  });

  it('is not all while latencies are still measured', () => {
    expect(shareDone(progress(vectors, { ...half, state: 'done' }, timing))).toBeCloseTo(2 / 3);
  });
});

describe('what remains of a run', () => {
  const expected = (...pending: (readonly [StageProgress['stage'], number])[]): Estimate => {
    const seconds = pending.reduce((sum, [, each]) => sum + each, 0);
    const work = pending.map(([stage, each]) => ({ stage, unit: '', count: 1, seconds: each }));
    return { seconds, range: [seconds / 2, seconds * 2], bytes: 0, download: 0, pending: work, basis: 'typical' };
  };
  const embedding = { stage: 'passage-vectors', state: 'running', secondsLeft: 3, spent: 1 } as const;
  const waiting = { stage: 'rerank', state: 'waiting' } as const;

  it('is the time of the stages that have begun, with that of timing, which waits for them', () => {
    expect(remaining(progress(vectors, half, timing), null)).toEqual([9, 14]);
    expect(remaining(progress(embedding, timing), null)).toEqual([4, 4]);
  });

  it('is not known while another stage waits or has no pace, and nothing was estimated', () => {
    expect(remaining(progress(embedding, waiting), null)).toBeNull();
    expect(remaining(progress({ ...half, secondsLeft: null }), null)).toBeNull();
    expect(remaining(progress(vectors), null)).toBeNull();
  });

  it('is what was estimated before the first batch, as wide as the estimate', () => {
    const first = { ...embedding, secondsLeft: null, spent: 0 };
    expect(remaining(progress(first, waiting), expected(['passage-vectors', 4], ['rerank', 16]))).toEqual([10, 40]);
  });

  it('is recalibrated by the stages that have a pace: a machine that is twice as fast takes half the time for the rest', () => {
    // 1 s spent and 3 s left, of 8 s that were estimated: what waits is halved, and less uncertain.
    const [low, high] = remaining(progress(embedding, waiting), expected(['passage-vectors', 8], ['rerank', 16]))!;
    expect(low).toBeCloseTo(3 + 8 / 1.4);
    expect(high).toBeCloseTo(3 + 8 * 1.4);
    // The pace of a stage that is done counts on; that of one that took nothing does not.
    const done = { ...embedding, state: 'done', secondsLeft: 0, spent: 4 } as const;
    expect(remaining(progress(done, waiting), expected(['passage-vectors', 8], ['rerank', 16]))![1]).toBeCloseTo(11.2);
  });

  it('leaves out a stage of which nothing is pending: it is cached', () => {
    expect(remaining(progress(embedding, waiting), expected(['passage-vectors', 4]))).toEqual([3, 3]);
  });
});
