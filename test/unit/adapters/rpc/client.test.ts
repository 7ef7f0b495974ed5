import { expose } from 'comlink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workerPort } from '../../../../src/adapters/rpc/client';
import { LIFE, READY } from '../../../../src/adapters/rpc/parts';
import { HitrateError } from '../../../../src/contract/errors';
import type { WorkerPort } from '../../../../src/contract/workers';
import { FakeLocks } from './locks';

interface Api {
  double(input: { n: number }): Promise<number>;
  wait(input: { name: string }): Promise<string>;
  failWithin(): Promise<void>;
}

/** A worker in this thread: two ends that pass each other clones. A worker that was ended answers nothing. */
class LocalWorker extends EventTarget {
  private readonly inside = new EventTarget();
  private readonly life = `life-${spawned.length}`;
  ended = false;

  constructor(start: Start) {
    super();
    const endpoint = Object.assign(this.inside, {
      postMessage: (data: unknown) => this.deliver(this, data),
    });
    expose(
      {
        double: ({ n }: { n: number }) => 2 * n,
        wait: ({ name }: { name: string }) => new Promise((go) => (waiting[name] = go)),
        failWithin: () => Promise.reject(new HitrateError('worker-failed', { worker: 'within', why: 'failed' })),
      },
      endpoint as never,
    );
    void locks.request(this.life, () => new Promise(() => undefined));
    setTimeout(() => {
      if (start === 'fails') this.dispatchEvent(new Event('error'));
      if (start !== 'works') return;
      this.deliver(this, { [LIFE]: this.life });
      this.deliver(this, READY);
    });
  }

  /** It is gone, and says nothing. */
  die(): void {
    this.ended = true;
    locks.free(this.life);
  }

  postMessage(data: unknown): void {
    this.deliver(this.inside, data);
  }

  terminate(): void {
    this.ended = true;
  }

  private deliver(to: EventTarget, data: unknown): void {
    const event = Object.assign(new Event('message'), { data: structuredClone(data), origin: '' });
    queueMicrotask(() => this.ended || to.dispatchEvent(event));
  }
}

type Start = 'works' | 'fails' | 'hangs';

let locks: FakeLocks;
let waiting: Record<string, (value: string) => void>;
let spawned: LocalWorker[];
let start: Start;
let port: WorkerPort<Api>;

beforeEach(() => {
  waiting = {};
  spawned = [];
  start = 'works';
  locks = new FakeLocks();
  vi.stubGlobal('navigator', { locks });
  port = workerPort<Api>('counting', () => {
    const worker = new LocalWorker(start);
    spawned.push(worker);
    return worker as unknown as Worker;
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((go) => setTimeout(go, 1));
};

/** A call that the worker has, and does not answer yet. */
async function asked(signal?: AbortSignal, name = 'a') {
  const answer = port.with(signal).wait({ name });
  await until(() => name in waiting);
  return { answer };
}

describe('a worker port', () => {
  it('starts the worker at the first call and keeps it for the next', async () => {
    expect(spawned).toHaveLength(0);
    expect(await port.with().double({ n: 2 })).toBe(4);
    expect(await port.with().double({ n: 3 })).toBe(6);
    expect(spawned).toHaveLength(1);
  });

  it('starts another after a release', async () => {
    await port.with().double({ n: 2 });
    port.release();
    expect(spawned[0]!.ended).toBe(true);
    expect(await port.with().double({ n: 3 })).toBe(6);
    expect(spawned).toHaveLength(2);
  });

  it('released by one caller, still answers the call of another, and ends then', async () => {
    const { answer } = await asked();
    port.release();
    expect(spawned[0]!.ended).toBe(false);
    waiting['a']!('done');
    expect(await answer).toBe('done');
    await until(() => spawned[0]!.ended);
  });

  it('ends at once when a call is aborted, and rejects every call that waits', async () => {
    const abort = new AbortController();
    const mine = await asked(abort.signal);
    const other = await asked(undefined, 'b');
    abort.abort();
    await expect(mine.answer).rejects.toMatchObject({ name: 'AbortError' });
    await expect(other.answer).rejects.toMatchObject({ code: 'worker-failed' });
    expect(spawned[0]!.ended).toBe(true);
    // Nor is it taken for one that died.
    spawned[0]!.die();
    expect(await port.with().double({ n: 1 })).toBe(2);
  });

  it('refuses a call whose signal is aborted already, without starting anything', async () => {
    await expect(port.with(AbortSignal.abort()).double({ n: 1 })).rejects.toMatchObject({ name: 'AbortError' });
    expect(spawned).toHaveLength(0);
  });

  it('that fails to start rejects the call, and is tried again by the next', async () => {
    start = 'fails';
    await expect(port.with().double({ n: 1 })).rejects.toMatchObject({
      code: 'worker-failed',
      data: { worker: 'counting', why: 'failed' },
    });
    start = 'works';
    expect(await port.with().double({ n: 1 })).toBe(2);
  });

  it('that dies in mid-call rejects the call', async () => {
    const { answer } = await asked();
    spawned[0]!.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    await expect(answer).rejects.toThrow(/out of memory/);
  });

  it('that is gone without a word rejects the calls that wait, and the next call starts another', async () => {
    const { answer } = await asked();
    spawned[0]!.die();
    await expect(answer).rejects.toMatchObject({
      code: 'worker-failed',
      data: { worker: 'counting', why: 'gone' },
    });
    expect(await port.with().double({ n: 2 })).toBe(4);
    expect(spawned).toHaveLength(2);
  });

  it('that is gone while nobody waits fails one call, since that may rely on what the worker held', async () => {
    await port.with().double({ n: 2 });
    spawned[0]!.die();
    await expect(port.with().double({ n: 2 })).rejects.toMatchObject({ code: 'worker-failed' });
    expect(await port.with().double({ n: 2 })).toBe(4);
  });

  it('that sends what cannot be read rejects the call, and is ended', async () => {
    const { answer } = await asked();
    spawned[0]!.dispatchEvent(new Event('messageerror'));
    await expect(answer).rejects.toMatchObject({ code: 'worker-failed' });
    expect(spawned[0]!.ended).toBe(true);
  });

  it('that loads and never answers is given up after a minute', async () => {
    vi.useFakeTimers();
    start = 'hangs';
    const answer = port.with().double({ n: 2 });
    const rejected = expect(answer).rejects.toMatchObject({ data: { worker: 'counting', why: 'late' } });
    await vi.advanceTimersByTimeAsync(60_000);
    await rejected;
    expect(spawned[0]!.ended).toBe(true);
  });

  it('that has started is not given up, however long it computes', async () => {
    vi.useFakeTimers();
    const answer = port.with().wait({ name: 'a' });
    await vi.advanceTimersByTimeAsync(3_600_000);
    waiting['a']!('done');
    expect(await answer).toBe('done');
  });

  it('stays where a worker within it failed', async () => {
    await expect(port.with().failWithin()).rejects.toMatchObject({ code: 'worker-failed' });
    expect(await port.with().double({ n: 2 })).toBe(4);
    expect(spawned).toHaveLength(1);
  });
});
