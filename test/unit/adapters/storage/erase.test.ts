import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eraseEverything } from '../../../../src/adapters/storage/erase';
import { openDatabase } from '../../../../src/adapters/storage/schema';

const ROOT = 'https://example.org/hitrate/';

/** What of a browser's storage Node lacks. */
function storageOf(entries: Record<string, string>): Storage {
  return Object.defineProperties({ ...entries } as unknown as Storage, {
    removeItem: {
      value(this: Record<string, string>, key: string) {
        delete this[key];
      },
    },
  });
}

let kept: Set<string>;
let unregister: ReturnType<typeof vi.fn>;

beforeEach(() => {
  kept = new Set([
    `workbox-precache-v2-${ROOT}`,
    'hitrate-on-demand',
    'workbox-precache-v2-https://example.org/else/',
    'else',
  ]);
  unregister = vi.fn();
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...kept]),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  });
  vi.stubGlobal('localStorage', storageOf({ 'hitrate.collection': '"a"', else: '1' }));
  vi.stubGlobal('sessionStorage', storageOf({ 'hitrate-reloaded-for-isolation': 'yes' }));
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: (root: string) => Promise.resolve(root === ROOT ? { unregister } : undefined) },
  });
});

afterEach(() => vi.unstubAllGlobals());

const names = async (): Promise<(string | undefined)[]> => (await indexedDB.databases()).map(({ name }) => name);

describe('eraseEverything', () => {
  it('deletes both databases, the app’s caches, its preferences and its service worker, and leaves what is not its own', async () => {
    await openDatabase();
    (await openDB('hitrate-models', 1)).close();
    (await openDB('else', 1)).close();
    const blocked = vi.fn();
    await eraseEverything(ROOT, blocked);
    expect(await names()).toEqual(['else']);
    expect([...kept]).toEqual(['workbox-precache-v2-https://example.org/else/', 'else']);
    expect(Object.keys(localStorage)).toEqual(['else']);
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(unregister).toHaveBeenCalledOnce();
    // The open connection closed itself when it was asked to.
    expect(blocked).not.toHaveBeenCalled();
  });

  it('waits for a service worker that is being installed, since it puts files into the caches until then', async () => {
    const installing = Object.assign(new EventTarget(), { state: 'installing' });
    vi.stubGlobal('navigator', {
      serviceWorker: { getRegistration: () => Promise.resolve({ unregister, installing }) },
    });
    const listening = vi.spyOn(installing, 'addEventListener');
    const erased = eraseEverything(ROOT, vi.fn());
    await vi.waitFor(() => expect(listening).toHaveBeenCalled());
    kept.add('hitrate-late');
    installing.state = 'installed';
    installing.dispatchEvent(new Event('statechange'));
    await erased;
    expect([...kept]).toEqual(['workbox-precache-v2-https://example.org/else/', 'else']);
    expect(unregister).toHaveBeenCalledOnce();
  });

  it('tells what a connection that does not close holds up, and goes on when it closes', async () => {
    const stubborn = await openDB('hitrate-models', 1);
    const told: string[] = [];
    await eraseEverything(ROOT, (what) => {
      told.push(what);
      expect(unregister).not.toHaveBeenCalled();
      stubborn.close();
    });
    expect(told).toEqual(['models']);
    expect(await names()).not.toContain('hitrate-models');
    expect(unregister).toHaveBeenCalledOnce();
  });
});
