import { describe, expect, it, vi } from 'vitest';
import type { Estimate, RunProgress, StageProgress, RunContext } from '../../../../src/workbench/kernel/run-types';
import { remaining, shareDone } from '../../../../src/ui/evaluate/remaining';
import { RunningState } from '../../../../src/ui/evaluate/running.svelte';
import { HitrateError } from '../../../../src/contract/errors';
import type { CollectionRecord } from '../../../../src/contract/storage';
import { resultOf } from '../result';

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

const record = { id: 'c', name: 'Tea' } as unknown as CollectionRecord;
const result = resultOf({ bm25: [1, 2] });
function kept(initial: unknown = null) {
  let value = initial;
  return { read: () => value, write: (_: string, next: unknown) => void (value = next) };
}
/** @param preferences what is kept of it between visits */
function runningOf(
  run: ConstructorParameters<typeof RunningState>[0]['runs']['run'],
  { done = vi.fn(), preferences = kept(), isUnderWay = false } = {},
): RunningState {
  return new RunningState({ runs: { run, underWay: () => Promise.resolve(isUnderWay) } }, preferences, done);
}
const prepare = () => Promise.resolve(result.spec);
const untilAborted = (_: string, __: unknown, { signal }: RunContext): Promise<never> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError'))),
  );

describe('an evaluation', () => {
  it('shows the systems that are ready in its collection, until all are', async () => {
    const done = vi.fn();
    const shown: unknown[] = [];
    const running = runningOf(
      (_, __, { preview }) => {
        preview?.({ ...result, collection: 'c' });
        shown.push(running.preview('c')?.collection, running.preview('other'));
        return Promise.resolve(result);
      },
      { done },
    );
    await running.start(record, prepare);
    expect(shown).toEqual(['c', null]);
    expect(running.preview('c')).toBeNull();
    expect(done).toHaveBeenCalledExactlyOnceWith(record, result);
  });

  it('ends before its collection is deleted, and is not ended with another', async () => {
    const done = vi.fn();
    const running = runningOf(untilAborted, { done });
    void running.start(record, prepare);
    await running.stop('other');
    expect(running.busy).toBe(true);
    await running.stop('c');
    await vi.waitFor(() => expect(done).toHaveBeenCalledWith(record, null));
  });

  it('is one at a time, and what failed is kept with its collection', async () => {
    const run = vi.fn(() => Promise.reject(new HitrateError('lists-missing', 'Reload.')));
    const running = runningOf(run);
    await Promise.all([running.start(record, prepare), running.start({ ...record, id: 'd' }, prepare)]);
    expect(run).toHaveBeenCalledTimes(1);
    expect(running.task.failure).toEqual({ expected: true, message: 'Reload.' });
    expect(running.collection).toBe(record);
  });

  const begun = progress({ ...half, spent: 2 }, { stage: 'score', state: 'waiting' });

  it('that was cancelled can be continued, also after a reload, and is forgotten once it is done', async () => {
    const preferences = kept();
    const run: Parameters<typeof runningOf>[0] = (id, spec, context) => (
      context.progress(begun),
      untilAborted(id, spec, context)
    );
    const cancelled = runningOf(run, { preferences });
    const ended = cancelled.start(record, prepare);
    await vi.waitFor(() => expect(cancelled.task.progress).toEqual(begun));
    cancelled.task.cancel();
    await ended;
    expect(cancelled.interrupted).toEqual({ collection: 'c', spec: result.spec, share: 0.5 });
    const reloaded = runningOf(() => Promise.resolve(result), { preferences });
    await reloaded.findInterrupted();
    expect(reloaded.interrupted?.share).toBe(0.5);
    await reloaded.start(record, prepare);
    expect([reloaded.interrupted, preferences.read()]).toEqual([null, null]);
  });

  it('of another tab is not interrupted while that tab is at it', async () => {
    const other = { collection: 'c', spec: result.spec, share: 0.2 };
    const running = runningOf(untilAborted, { preferences: kept(other), isUnderWay: true });
    await running.findInterrupted();
    expect(running.interrupted).toBeNull();
  });
});
