import { describe, expect, it } from 'vitest';
import { modelRequest, type Ports } from '../../../../src/workbench/kernel/ports';
import { ADDED, fixedModels, MODELS } from '../workshop';
import fc from 'fast-check';
import { linesHash, type Pace, pacedMap, pacedSort, pacer, together } from '../../../../src/workbench/kernel/pace';
import type { StoragePort } from '../../../../src/contract/storage';
import { RowCache } from '../../../../src/workbench/kernel/row-cache';
import { Tracker } from '../../../../src/workbench/kernel/tracker';
import type { RunProgress } from '../../../../src/workbench/kernel/run-types';

const { reading } = ADDED;
const ports = { models: fixedModels([...MODELS, ADDED]), modelFolder: '/models/' } as unknown as Ports;
const named = { model: ADDED.id, revision: 'r1', device: 'wasm', maxTokens: 64 } as const;

describe('what a worker is asked with', () => {
  it('reads a model as the spec says, not as it was added', async () => {
    const request = await modelRequest(ports, { ...named, pooling: 'mean', normalise: false });
    expect(request.reading).toEqual({ ...reading, pooling: 'mean', normalise: false });
  });

  it('is refused for a model that is not here, and for another revision of one that is', async () => {
    await expect(modelRequest(ports, { ...named, model: 'org/gone' })).rejects.toMatchObject({
      code: 'model-absent',
      data: { model: 'org/gone' },
    });
    await expect(modelRequest(ports, { ...named, revision: 'r2' })).rejects.toMatchObject({ code: 'model-changed' });
  });
});

/** More than one stretch of work has. */
const many = { minLength: 0, maxLength: 1800, size: 'max' } as const;
const numbered = fc.array(fc.nat(50), many).map((keys) => keys.map((key, at) => ({ key, at })));
const at = pacer();

/** How often a piece of work asks whether it should pause. */
async function turnsOf(work: (pace: Pace) => Promise<unknown>): Promise<number> {
  let turns = 0;
  await work(() => Promise.resolve(void turns++));
  return turns;
}

describe('work in stretches', () => {
  it('sorts as a sort at once does, equal items in their order', async () => {
    const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;
    await fc.assert(
      fc.asyncProperty(numbered, async (items) => {
        expect(await pacedSort(items, byKey, at)).toEqual(items.toSorted(byKey));
      }),
      { numRuns: 50 },
    );
  });

  it('asks whether to pause at every item that may be long, and every few hundred that are short', async () => {
    const items = Array.from({ length: 2000 }, (_, i) => i);
    expect(await turnsOf((pace) => pacedMap(items, String, pace))).toBe(2000);
    // Four parts are sorted, then 2 × 1,000 and 1 × 2,000 are merged.
    expect(await turnsOf((pace) => pacedSort(items, (a, b) => b - a, pace))).toBeGreaterThanOrEqual(8);
    expect(await turnsOf((pace) => linesHash(items.map(String), pace))).toBe(4);
  });
});

describe('tasks that run together', () => {
  it('give what each gives, in their order', async () => {
    const slow = new Promise<string>((resolve) => setTimeout(() => resolve('slow')));
    expect(await together([slow, Promise.resolve(2)])).toEqual(['slow', 2]);
  });

  it('have all ended when one has failed', async () => {
    const seen: string[] = [];
    const slow = new Promise<void>((resolve) => setTimeout(resolve)).then(() => void seen.push('ended'));
    await expect(together([Promise.reject(new Error('no')), slow])).rejects.toThrow('no');
    expect(seen).toEqual(['ended']);
  });
});

interface Block {
  readonly keys: readonly string[];
  readonly width: number;
  readonly values: Float32Array;
  readonly own: boolean;
}

/** A cache over a storage that holds some blocks, and what is written to it. */
function opened(...blocks: Block[]) {
  const written: unknown[] = [];
  const rows = {
    async *read() {
      for (const block of blocks) yield await Promise.resolve(block);
    },
    add: (...call: unknown[]) => Promise.resolve(void written.push(call)),
  };
  return { cache: new RowCache({ rows } as unknown as StoragePort, 'c', 'vectors'), written };
}

const block = (own: boolean, ...keys: string[]): Block => ({
  keys,
  width: 2,
  values: Float32Array.from(keys.flatMap((key) => [Number(key), -Number(key)])),
  own,
});

it('copies wanted rows that another collection holds, and no others, and says which must be computed', async () => {
  const { cache, written } = opened(block(true, '1', '2'), block(false, '3', '4'));
  expect(await cache.load(['1', '4', '5', '5'])).toEqual(new Set(['5']));
  expect(written).toEqual([['c', 'vectors', { keys: ['4'], width: 2, values: Float32Array.of(4, -4) }]]);
  expect([cache.get('1'), cache.get('4')]).toEqual([Float32Array.of(1, -1), Float32Array.of(4, -4)]);
  expect(() => cache.get('2')).toThrow('row 2 was not computed');
});

it('writes rows 512 at a time, and what is left when it is flushed', async () => {
  const { cache, written } = opened();
  for (let i = 0; i < 600; i++) await cache.add(String(i), Float32Array.of(i));
  expect(written).toMatchObject([['c', 'vectors', { keys: { length: 512 } }]]);
  await cache.flush();
  expect(written[1]).toMatchObject(['c', 'vectors', { width: 1, values: { length: 88 } }]);
});

function clocked() {
  const reports: RunProgress[] = [];
  const clock = { now: 0 };
  const tracker = new Tracker(
    ['lexical-index', 'fuse'],
    (progress) => reports.push(progress),
    () => clock.now,
  );
  return { reports, clock, tracker, last: () => reports.at(-1)! };
}

describe('progress', () => {
  it('reports counts and the time left at the pace of what was computed, not of what was reused', () => {
    const { tracker, clock, last } = clocked();
    tracker.expect('lexical-index', 100);
    tracker.reused('lexical-index', 60);
    clock.now = 1000;
    tracker.computed('lexical-index', 10);
    expect(last().stages[0]).toMatchObject({ state: 'running', total: 100, done: 70, reused: 60, secondsLeft: 3 });
    expect(last().stages[1]).toMatchObject({ state: 'waiting', secondsLeft: null });
  });

  it('reports seldom enough to leave time for the work', () => {
    const { tracker, reports, clock } = clocked();
    tracker.expect('fuse', 1000);
    const before = reports.length;
    for (let i = 0; i < 1000; i++) {
      clock.now += 1;
      tracker.computed('fuse', 1);
    }
    expect(reports.length - before).toBeLessThanOrEqual(13);
  });

  it('sums the spans of a stage that runs twice, and gives its pace once there is enough of it', () => {
    const { tracker, clock } = clocked();
    for (const items of [30, 70]) {
      tracker.expect('fuse', items);
      clock.now += items * 10;
      tracker.computed('fuse', items);
      tracker.finish('fuse');
      clock.now += 5000;
    }
    expect(tracker.rates()).toEqual({ fuse: 0.01 });
    expect(tracker.counts().find(({ stage }) => stage === 'fuse')).toMatchObject({ computed: 100, reused: 0 });
  });
});
