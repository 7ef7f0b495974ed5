import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SiteFile } from '../../../../src/contract/site';

// Not a plain import: its types are those of workers, and tests have those of pages.
const { installServiceWorker } = await vi.importActual<{
  installServiceWorker: (scope: object, files: readonly SiteFile[]) => void;
}>('../../../../src/adapters/offline/service-worker');

const ROOT = 'https://example.org/app/';
const SITE = new Map(['index.html', 'airlock.html', 'assets/large.wasm'].map((path) => [path, `of ${path}`]));

let hasRoom: boolean;
let isOnline: boolean;
let kept: Map<string, Response>;
let listeners: Map<string, (event: object) => void>;

beforeEach(() => {
  [hasRoom, isOnline, kept, listeners] = [true, true, new Map(), new Map()];
  const cache = {
    put: async (key: string, response: Response) => {
      if (!hasRoom) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, response);
    },
  };
  const caches = {
    has: async () => true,
    open: async () => cache,
    match: async (key: string) => kept.get(key)?.clone(),
  };
  const scope = {
    registration: { scope: ROOT },
    caches,
    clients: { matchAll: async () => [] },
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
  };
  vi.stubGlobal('fetch', async (asked: string | Request) => {
    const content = SITE.get((typeof asked === 'string' ? asked : asked.url).slice(ROOT.length));
    if (!isOnline) throw new TypeError('no network');
    return new Response(content ?? 'none', { status: content === undefined ? 404 : 200 });
  });
  const files = [...SITE].map(([path, content]) => ({
    path,
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    onDemand: path.endsWith('.wasm'),
  }));
  installServiceWorker(scope, files);
});
afterEach(() => void vi.unstubAllGlobals());

const install = (): Promise<void> =>
  new Promise((resolve, reject) => {
    listeners.get('install')!({ waitUntil: (done: Promise<void>) => void done.then(resolve, reject) });
  });

/** What it answers; null where it leaves a request to the browser. */
async function answerTo(path: string): Promise<string | null> {
  let answer: Promise<Response> | null = null;
  const respondWith = (given: Promise<Response>): void => void (answer = given);
  listeners.get('fetch')!({ request: new Request(ROOT + path), respondWith });
  const response = await (answer as Promise<Response> | null);
  return response && response.text();
}

it('serves a page without the ending of its name too, as some hosts name it', async () => {
  await install();
  isOnline = false;
  expect(await answerTo('airlock?hub=x')).toBe('of airlock.html');
  expect(await answerTo('')).toBe('of index.html');
  expect(await answerTo('elsewhere')).toBe(null);
});

it('serves what there is no room to keep, and installs only what it keeps whole', async () => {
  hasRoom = false;
  expect(await answerTo('assets/large.wasm')).toBe('of assets/large.wasm');
  await expect(install()).rejects.toThrow('There is no room for index.html');
  hasRoom = true;
  await install();
  expect(kept.size).toBe(2);
});
