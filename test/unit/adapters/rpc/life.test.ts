import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdLife, onDeath } from '../../../../src/adapters/rpc/parts';
import { FakeLocks } from './locks';

let locks: FakeLocks;
let worker: EventTarget;

beforeEach(() => {
  locks = new FakeLocks();
  worker = new EventTarget();
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('self', {
    postMessage: (data: unknown) => worker.dispatchEvent(Object.assign(new Event('message'), { data })),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the life of a worker', () => {
  it('is heard of when it is over, and not before', async () => {
    const listener = vi.fn();
    onDeath(worker as Worker, listener);
    await holdLife();
    expect(listener).not.toHaveBeenCalled();
    locks.free(locks.names[0]!);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('is told apart from that of every other worker', async () => {
    await holdLife();
    await holdLife();
    expect(new Set(locks.names).size).toBe(2);
  });

  it('is not heard of by messages of another kind', () => {
    onDeath(worker as Worker, () => undefined);
    for (const data of [null, 'text', {}, 3]) worker.dispatchEvent(Object.assign(new Event('message'), { data }));
    expect(locks.names).toEqual([]);
  });

  it.each([
    ['no locks, as without TLS', undefined],
    ['locks that are refused', { request: () => Promise.reject(new DOMException('no', 'SecurityError')) }],
  ])('does not keep a worker from starting where there are %s', async (_, given) => {
    vi.stubGlobal('navigator', { locks: given });
    await expect(holdLife()).resolves.toBeUndefined();
  });
});
