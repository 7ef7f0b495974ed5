import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Estimate } from '../../../../src/workbench/kernel/run-types';
import { Warming } from '../../../../src/ui/evaluate/estimate.svelte';
import { experiment } from '../../workbench/workshop';

const spec = experiment();
const pending = (rerank: number): Pick<Estimate, 'pending'> => ({
  pending: [
    { stage: 'passage-vectors', unit: 'passages', count: 5, seconds: 1 },
    { stage: 'rerank', unit: 'pairs', count: rerank, seconds: 1 },
  ],
});

function open() {
  const warm = vi.fn((..._: [unknown, readonly string[], AbortSignal]) => Promise.resolve());
  let isRunning = false;
  const closed = new AbortController();
  const warming = new Warming({ runs: { warm } }, () => isRunning, closed.signal);
  return { warm, warming, closed, run: () => (isRunning = true) };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('loads what an experiment will need once it was read for a while, as it is then', () => {
  const { warm, warming } = open();
  warming.follow(spec, pending(7));
  warming.follow(spec, pending(0));
  expect(warm).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(warm.mock.calls.map(([, stages]) => stages)).toEqual([['passage-vectors']]);
});

it('frees it where nothing is run, and leaves it to a run', () => {
  const [closed, ran] = [open(), open()];
  for (const { warming } of [closed, ran]) warming.follow(spec, pending(7));
  vi.runAllTimers();
  ran.run();
  for (const { warming } of [closed, ran]) warming.end();
  expect([closed, ran].map(({ warm }) => warm.mock.calls[0]![2].aborted)).toEqual([true, false]);
});

it('loads nothing after the end, when the collection is closed, while something runs, or where traffic is to be saved', () => {
  const [ended, left, running, saving] = [open(), open(), open(), open()];
  for (const { warming } of [ended, left, running, saving]) warming.follow(spec, pending(7));
  ended.warming.end();
  left.closed.abort();
  running.run();
  vi.runAllTimers();
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  saving.warming.follow(spec, pending(7));
  vi.runAllTimers();
  expect([ended, left, running].map(({ warm }) => warm.mock.calls.length)).toEqual([0, 0, 0]);
  // Only what was asked before.
  expect(saving.warm).toHaveBeenCalledTimes(1);
});
