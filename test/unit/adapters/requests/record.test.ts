import { describe, expect, it, vi } from 'vitest';
import { createRecord } from '../../../../src/adapters/requests/record';
import { hearRequests } from '../../../../src/adapters/requests/observe';
import type { Observed } from '../../../../src/contract/privacy';

const observed = (...urls: string[]): Observed => ({
  requests: urls.map((url) => ({ url, bytes: 1 })),
  refused: [],
  missed: 1,
});

describe('a record of requests', () => {
  it('gathers what one script tells bit by bit, and keeps scripts apart', () => {
    const record = createRecord();
    record.add('page', observed('a'));
    record.add('embedding', observed('b'));
    record.add('page', observed('c', 'd'));
    expect(record.all()).toEqual([
      { by: 'page', ...observed('a', 'c', 'd'), missed: 2 },
      { by: 'embedding', ...observed('b') },
    ]);
  });

  it('calls back until that is ended', () => {
    const record = createRecord();
    const listener = vi.fn();
    const end = record.onChange(listener);
    record.add('page', observed('a'));
    end();
    record.add('page', observed('b'));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('hears what a worker observed, and nothing else that it says', () => {
    const record = createRecord();
    const worker = new EventTarget();
    const say = (data: unknown): boolean => worker.dispatchEvent(Object.assign(new Event('message'), { data }));
    vi.stubGlobal('document', {});
    hearRequests(worker, 'embedding', record);
    for (const other of ['hitrate-worker-ready', null, undefined, 7, { id: '1', value: observed('x') }]) say(other);
    say({ 'hitrate-observed': observed('a') });
    expect(record.all()).toEqual([{ by: 'embedding', ...observed('a') }]);
    vi.unstubAllGlobals();
  });

  it('is told on by a worker that has started another, and not kept there', () => {
    const record = createRecord();
    const worker = new EventTarget();
    const told: unknown[] = [];
    vi.stubGlobal('self', { postMessage: (data: unknown) => told.push(data) });
    hearRequests(worker, 'network', record);
    const data = { 'hitrate-observed': observed('a') };
    worker.dispatchEvent(Object.assign(new Event('message'), { data }));
    expect(told).toEqual([data]);
    expect(record.all()).toEqual([]);
    vi.unstubAllGlobals();
  });
});
