import { expose, wrap } from 'comlink';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { givingAway, joined, parted } from '../../../../src/adapters/rpc/parts';

/** Sends a value and answers with what arrives, and with how many items the longest list of any message held. */
async function sent<T>(value: T): Promise<{ readonly received: T; readonly longest: number }> {
  const { port1, port2 } = new MessageChannel();
  let longest = 0;
  const look = (item: unknown): void => {
    if (Array.isArray(item)) longest = Math.max(longest, item.length);
    if (typeof item === 'object' && item !== null && !ArrayBuffer.isView(item)) Object.values(item).forEach(look);
  };
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...rest: never[]) {
    look(message);
    return post.call(this, message, ...rest);
  };
  try {
    expose({ get: () => parted(value) }, port1 as never);
    const remote = wrap<{ get(): T }>(port2 as never);
    return { received: await joined((await remote.get()) as T), longest };
  } finally {
    MessagePort.prototype.postMessage = post;
    port1.close();
  }
}

const items = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `d${i}`, text: `text ${i}` }));

describe('a value that crosses to or from a worker', () => {
  it('has the buffers of its own fields moved, each once', async () => {
    const a = new Float32Array([1, 2, 3]);
    const { received } = await sent({ a, b: a.subarray(1), c: 1, d: 'x' });
    expect(received).toEqual({ a: new Float32Array([1, 2, 3]), b: new Float32Array([2, 3]), c: 1, d: 'x' });
    expect(a.buffer.byteLength).toBe(0);
    expect((await sent(null)).received).toBeNull();
  });

  it('has its long lists cross in parts, and arrives as it was', async () => {
    const value = { ok: true, dataset: { docs: items(2500), queries: items(1000), judgments: items(1001) }, runs: [] };
    const { received, longest } = await sent(value);
    expect(received).toEqual(value);
    expect(longest).toBe(1000);
  });

  it('has long lists and arrays of its few files parted and moved where its sender keeps nothing', async () => {
    const make = () => ({ files: [{ docs: items(1200), rows: new Float32Array([1, 2]) }], deep: { rows: new Int32Array([3]) } }); // prettier-ignore
    const [kept, given] = [make(), make()];
    const { received, longest } = await sent(givingAway(given));
    expect(received).toEqual(kept);
    expect(longest).toBe(1000);
    expect([given.files[0]!.rows, given.deep.rows].map(({ length }) => length)).toEqual([0, 0]);
    await sent(kept);
    expect(kept).toEqual(received);
  });

  it('may be a list itself, have typed arrays, which are moved, and fields of any kind', async () => {
    const values = new Float32Array([1, 2, 3]);
    const date = new Date(0);
    const { received } = await sent({ list: items(1500), values, nothing: undefined, map: new Map([[1, date]]) });
    expect(received).toEqual({
      list: items(1500),
      values: new Float32Array([1, 2, 3]),
      nothing: undefined,
      map: new Map([[1, date]]),
    });
    expect(values).toHaveLength(0);
    expect((await sent(items(3001))).received).toEqual(items(3001));
  });

  it('arrives as it was, whatever it is', async () => {
    const list = fc.integer({ min: 0, max: 2100 }).map(items);
    const value = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, list, fc.jsonValue(), fc.dictionary(fc.string(), tie('value'))),
    })).value;
    await fc.assert(
      fc.asyncProperty(value, async (any) => {
        expect((await sent(any)).received).toEqual(structuredClone(any));
      }),
      { numRuns: 20, seed: 1 },
    );
  });
});
