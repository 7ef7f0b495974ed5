import { describe, expect, it } from 'vitest';
import { errorText } from '../../../../src/ui/shared/messages/message-of';
import { halving, type Room } from '../../../../src/adapters/model/network-port';
import { HitrateError } from '../../../../src/contract/errors';

const request = { model: 'm', device: 'webgpu' } as const;
const BAD_ALLOC = 'failed to call OrtRun(). ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc';
const items = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** A device that takes so many items at once, and after a failure nothing until it is renewed. */
function device(most: number, message = BAD_ALLOC) {
  const sizes: number[] = [];
  let broken = false;
  return {
    sizes,
    renew: () => void (broken = false),
    run(batch: readonly number[]): Promise<readonly number[]> {
      sizes.push(batch.length);
      if (broken) return Promise.reject(new Error('memory access out of bounds'));
      if (batch.length <= most) return Promise.resolve(batch.map((each) => each * 2));
      broken = true;
      return Promise.reject(new Error(message));
    },
  };
}

const go = (count: number, room: Room, { run, renew }: ReturnType<typeof device>) =>
  halving({ request, items: items(count), unit: 'texts', room, run, renew });

describe('halving', () => {
  it('runs all at once where there is room, nothing of nothing, and says nothing', async () => {
    const roomy = device(Infinity);
    expect(await go(5, { batchSize: Infinity }, roomy)).toEqual({ results: [[0, 2, 4, 6, 8]], remarks: [] });
    expect(roomy.sizes).toEqual([5]);
    expect(await go(0, { batchSize: Infinity }, device(0))).toEqual({ results: [], remarks: [] });
  });

  it('goes on with half as many where memory runs out, keeps the order, says so, and keeps to it', async () => {
    const [room, small] = [{ batchSize: Infinity }, device(8)];
    const { results, remarks } = await go(36, room, small);
    expect(results.flat()).toEqual(items(36).map((each) => each * 2));
    expect(small.sizes).toEqual([36, 18, 9, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
    const halved = [36, 18, 9].map((before) => ({ failure: 'memory', unit: 'texts', before, after: before >> 1 }));
    expect(remarks).toEqual(halved.map((data) => ({ code: 'went-on', data })));
    expect((await go(6, room, small)).remarks).toEqual([]);
    expect(small.sizes.slice(-2)).toEqual([4, 2]);
  });

  it('tells a GPU that was lost from memory that ran out', async () => {
    const { remarks } = await go(2, { batchSize: Infinity }, device(1, 'the GPU device was lost: destroyed'));
    expect(remarks).toMatchObject([{ data: { failure: 'lost', unit: 'texts', before: 2, after: 1 } }]);
  });

  it('tries one text alone twice, and then says what to do', async () => {
    const [room, none] = [{ batchSize: Infinity }, device(0)];
    const error: unknown = await go(3, room, none).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HitrateError);
    expect(error).toMatchObject({ code: 'out-of-memory' });
    expect(errorText(error)).toMatch(/one text at a time: “m” .* lower maximum of tokens, or WASM.*bad_alloc/);
    expect(none.sizes).toEqual([3, 1, 1]);
    await expect(go(1, { batchSize: 1 }, device(0, 'Device was lost'))).rejects.toMatchObject({
      code: 'device-unavailable',
    });
  });

  it('counts the failures of each text that is alone for itself', async () => {
    const failing = new Set([0, 1, 2]);
    const run = ([item]: readonly number[]): Promise<number> =>
      failing.delete(item!) ? Promise.reject(new Error(BAD_ALLOC)) : Promise.resolve(item!);
    const input = { request, items: items(4), unit: 'texts', room: { batchSize: 1 }, run, renew: () => undefined };
    const { results, remarks } = await halving(input);
    expect(results).toEqual([0, 1, 2, 3]);
    expect(remarks).toEqual(
      new Array(3).fill({ code: 'went-on', data: { failure: 'memory', unit: 'texts', before: 1, after: 1 } }),
    );
  });

  it('hides no other error, and none that a model gives when it is loaded anew', async () => {
    const run = (error: Error) => ({ ...device(0), run: () => Promise.reject(error) });
    await expect(go(4, { batchSize: 9 }, run(new TypeError('a bug')))).rejects.toThrow('a bug');
    const data = { model: 'm', device: 'wasm', doing: 'loading', reason: 'std::bad_alloc' } as const;
    const unloadable = new HitrateError('out-of-memory', data);
    await expect(go(4, { batchSize: 9 }, run(unloadable))).rejects.toBe(unloadable);
  });
});
