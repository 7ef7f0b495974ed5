import { expose } from 'comlink';
import { beforeEach, describe, expect, it } from 'vitest';
import { workerPort } from '../../../../src/adapters/rpc/client';
import { READY } from '../../../../src/adapters/rpc/serve';
import type { WorkerPort } from '../../../../src/contract/worker';

interface Api {
  double(input: { n: number }): Promise<number>;
  wait(input: { name: string }): Promise<string>;
}

/** A worker in this thread: two ends that pass each other clones. A worker that was ended answers nothing. */
class LocalWorker extends EventTarget {
  private readonly inside = new EventTarget();
  ended = false;

  constructor(starts = true) {
    super();
    const endpoint = Object.assign(this.inside, {
      postMessage: (data: unknown) => this.deliver(this, data),
    });
    expose(
      {
        double: ({ n }: { n: number }) => 2 * n,
        wait: ({ name }: { name: string }) => new Promise((go) => (waiting[name] = go)),
      },
      endpoint as never,
    );
    setTimeout(() => (starts ? this.deliver(this, READY) : this.dispatchEvent(new Event('error'))));
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

let waiting: Record<string, (value: string) => void>;
let spawned: LocalWorker[];
let starts: boolean;
let port: WorkerPort<Api>;

beforeEach(() => {
  waiting = {};
  spawned = [];
  starts = true;
  port = workerPort<Api>('counting', () => {
    const worker = new LocalWorker(starts);
    spawned.push(worker);
    return worker as unknown as Worker;
  });
});

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((go) => setTimeout(go, 1));
};

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
    const answer = port.with().wait({ name: 'a' });
    await until(() => 'a' in waiting);
    port.release();
    expect(spawned[0]!.ended).toBe(false);
    waiting['a']!('done');
    expect(await answer).toBe('done');
    await until(() => spawned[0]!.ended);
  });

  it('ends at once when a call is aborted, and rejects every call that waits', async () => {
    const abort = new AbortController();
    const mine = port.with(abort.signal).wait({ name: 'a' });
    const other = port.with().wait({ name: 'b' });
    await until(() => 'b' in waiting);
    abort.abort();
    await expect(mine).rejects.toMatchObject({ name: 'AbortError' });
    await expect(other).rejects.toMatchObject({ code: 'worker-failed' });
    expect(spawned[0]!.ended).toBe(true);
    expect(await port.with().double({ n: 1 })).toBe(2);
  });

  it('refuses a call whose signal is aborted already, without starting anything', async () => {
    await expect(port.with(AbortSignal.abort()).double({ n: 1 })).rejects.toMatchObject({ name: 'AbortError' });
    expect(spawned).toHaveLength(0);
  });

  it('that fails to start rejects the call, and is tried again by the next', async () => {
    starts = false;
    await expect(port.with().double({ n: 1 })).rejects.toThrow(/counting worker failed.*could not be loaded/);
    starts = true;
    expect(await port.with().double({ n: 1 })).toBe(2);
  });

  it('that dies in mid-call rejects the call', async () => {
    const answer = port.with().wait({ name: 'a' });
    await until(() => 'a' in waiting);
    spawned[0]!.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    await expect(answer).rejects.toThrow(/out of memory/);
  });
});
