import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Graph, NetworkApi } from '../../../../src/adapters/model/network';
import { networkPort, type NetworkPort } from '../../../../src/adapters/model/network-port';
import { HitrateError } from '../../../../src/contract/errors';

interface Started {
  readonly runs: { answer(): void; fail(reason: unknown): void }[];
  readonly loads: { answer(): void }[];
  released: boolean;
}

let workers: Started[];

vi.mock('../../../../src/adapters/rpc/client', () => ({
  workerPort: () => {
    const worker: Started = { runs: [], loads: [], released: false };
    const [place] = [workers.length];
    workers.push(worker);
    const network: NetworkApi = {
      load: () =>
        new Promise((resolve) =>
          worker.loads.push({ answer: () => resolve({ inputs: [], outputs: [], threads: 1, milliseconds: 0 }) }),
        ),
      run: () =>
        new Promise((resolve, fail) =>
          worker.runs.push({ answer: () => resolve({ y: { data: Float32Array.of(place), dims: [1] } }), fail }),
        ),
    };
    return { with: () => network, release: () => (worker.released = true) };
  },
}));

const graph = (path: string): Graph => ({
  request: { folder: '/models/', model: 'm', revision: 'r', device: 'wasm', maxTokens: 8 },
  weights: { path, externalData: [] },
});
const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

let port: NetworkPort;
beforeEach(() => {
  workers = [];
  port = networkPort(() => ({}) as Worker);
});

/** The worker that answered. */
const run = async (path = 'a'): Promise<number> =>
  (await port.run(graph(path), { feeds: {}, outputs: ['y'] })).y.data[0]!;

describe('a network', () => {
  it('that is given up answers what it was asked, and what waited for it is asked of the next', async () => {
    const first = run();
    workers[0]!.loads[0]!.answer();
    await settled();
    expect(workers[0]!.runs).toHaveLength(1);
    port.renew();
    expect(workers[0]!.released).toBe(true);
    const second = run();
    port.renew();
    workers[1]!.loads[0]!.answer();
    await settled();
    expect(workers[1]!.runs, 'it is given up').toEqual([]);
    workers[2]!.loads[0]!.answer();
    await settled();
    workers[2]!.runs[0]!.answer();
    workers[0]!.runs[0]!.answer();
    expect(await Promise.all([first, second])).toEqual([0, 2]);
  });

  it('is loaded once for all that ask for its graph, and another graph has a worker of its own', async () => {
    const both = [run(), run()];
    workers[0]!.loads[0]!.answer();
    await settled();
    expect(workers[0]!.loads).toHaveLength(1);
    workers[0]!.runs.forEach(({ answer }) => answer());
    expect(await Promise.all(both)).toEqual([0, 0]);
    void run('b');
    expect(workers[0]!.released).toBe(true);
    expect(workers).toHaveLength(2);
  });

  it('whose worker is gone is loaded again', async () => {
    const first = run();
    workers[0]!.loads[0]!.answer();
    await settled();
    workers[0]!.runs[0]!.fail(new HitrateError('worker-failed', { worker: 'model', why: 'gone' }));
    await expect(first).rejects.toMatchObject({ code: 'worker-failed' });
    void run();
    expect(workers[1]!.loads).toHaveLength(1);
  });
});
