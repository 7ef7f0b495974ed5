import { describe, expect, it, vi } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import type { CollectionRecord } from '../../../../src/contract/storage';
import type { RunContext, RunProgress } from '../../../../src/workbench/kernel/run-types';
import { RunningState } from '../../../../src/ui/evaluate/running.svelte';
import { resultOf } from '../result';

const record = { id: 'c', name: 'Tea' } as unknown as CollectionRecord;
const result = resultOf({ bm25: [1, 2] });
const underWay = () => Promise.resolve(false);
function kept(initial: unknown = null) {
  let value = initial;
  return { read: () => value, write: (_: string, next: unknown) => void (value = next) };
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
    const running = new RunningState(
      {
        runs: {
          run: (_, __, { preview }) => {
            preview?.({ ...result, collection: 'c' });
            shown.push(running.preview('c')?.collection, running.preview('other'));
            return Promise.resolve(result);
          },
          underWay,
        },
      },
      kept(),
      done,
    );
    await running.start(record, prepare);
    expect(shown).toEqual(['c', null]);
    expect(running.preview('c')).toBeNull();
    expect(done).toHaveBeenCalledExactlyOnceWith(record, result);
  });

  it('says that it was cancelled, not that it failed', async () => {
    const running = new RunningState({ runs: { run: untilAborted, underWay } }, kept(), vi.fn());
    const ended = running.start(record, prepare);
    running.task.cancel();
    await ended;
    const { busy, failure, cancelled } = running.task;
    expect([busy, failure, cancelled, running.collection]).toEqual([false, null, true, record]);
    running.task.forget();
    expect(running.task.cancelled).toBe(false);
  });

  it('ends before its collection is deleted, and is not ended with another', async () => {
    const done = vi.fn();
    const running = new RunningState({ runs: { run: untilAborted, underWay } }, kept(), done);
    void running.start(record, prepare);
    await running.stop('other');
    expect(running.busy).toBe(true);
    await running.stop('c');
    await vi.waitFor(() => expect(done).toHaveBeenCalledWith(record, null));
  });

  it('is one at a time, and what failed is kept with its collection', async () => {
    const run = vi.fn(() => Promise.reject(new HitrateError('lists-missing', 'Reload.')));
    const running = new RunningState({ runs: { run, underWay } }, kept(), vi.fn());
    await Promise.all([running.start(record, prepare), running.start({ ...record, id: 'd' }, prepare)]);
    expect(run).toHaveBeenCalledTimes(1);
    expect(running.task.failure).toEqual({ expected: true, message: 'Reload.' });
    expect(running.collection).toBe(record);
  });

  const half: RunProgress = {
    note: null,
    stages: [
      { stage: 'rerank', unit: 'pairs', state: 'running', total: 8, done: 4, reused: 0, secondsLeft: 2, spent: 2 },
      { stage: 'score', unit: 'lists', state: 'waiting', total: 0, done: 0, reused: 0, secondsLeft: null, spent: 0 },
    ],
  };

  it('that was cancelled can be continued, also after a reload, and is forgotten once it is done', async () => {
    const preferences = kept();
    const cancelled = new RunningState(
      { runs: { run: (id, spec, context) => (context.progress(half), untilAborted(id, spec, context)), underWay } },
      preferences,
      vi.fn(),
    );
    const ended = cancelled.start(record, prepare);
    await vi.waitFor(() => expect(cancelled.task.progress).toEqual(half));
    cancelled.task.cancel();
    await ended;
    expect(cancelled.interrupted).toEqual({ collection: 'c', spec: result.spec, share: 0.5 });
    const reloaded = new RunningState({ runs: { run: () => Promise.resolve(result), underWay } }, preferences, vi.fn());
    await reloaded.findInterrupted();
    expect(reloaded.interrupted?.share).toBe(0.5);
    await reloaded.start(record, prepare);
    expect([reloaded.interrupted, preferences.read()]).toEqual([null, null]);
  });

  it('of another tab is not interrupted while that tab is at it', async () => {
    const other = { collection: 'c', spec: result.spec, share: 0.2 };
    const running = new RunningState(
      { runs: { run: untilAborted, underWay: () => Promise.resolve(true) } },
      kept(other),
      vi.fn(),
    );
    await running.findInterrupted();
    expect(running.interrupted).toBeNull();
  });
});
