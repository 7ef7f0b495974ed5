import type { SiteFile, WrongFile } from '../../contract/site';
import { headersAt } from './headers.js';
import { CLAIM, WRONG_FILE } from './messages';

/**
 * Keeps all of the app at the first visit, and large binaries when first asked for. Each file is kept under its hash, and
 * only if it has it: a portal, a filter or a half-deployed host answers with other files. Other origins are left alone.
 */
export function installServiceWorker(scope: ServiceWorkerGlobalScope, files: readonly SiteFile[]): void {
  const root = scope.registration.scope;
  const name = `hitrate ${root}`;
  const known = new Map(files.map((file) => [root + file.path, file]));
  const keyOf = ({ path, sha256 }: SiteFile): string => `${root}${path}?sha256=${sha256}`;

  async function keep(file: SiteFile, response: Response): Promise<boolean> {
    if (!response.ok || (await hashOf(response.clone())) !== file.sha256) return false;
    // A person may have erased it while pages are open, and what finds no room is served all the same.
    if (await scope.caches.has(name))
      await (await scope.caches.open(name)).put(keyOf(file), response.clone()).catch(() => undefined);
    return true;
  }

  /** The browser's own cache may hold what a portal answered, too: then the server is asked once more, past it. */
  async function fetchFile(file: SiteFile): Promise<Response> {
    const first = await fetch(root + file.path);
    if (await keep(file, first)) return first;
    const response = await fetch(root + file.path, { cache: 'reload' });
    if (await keep(file, response)) return response;
    const { byteLength } = await response.arrayBuffer();
    const type = response.headers.get('Content-Type') ?? '';
    const wrong: WrongFile = { ...file, got: { status: response.status, type, bytes: byteLength } };
    const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage({ [WRONG_FILE]: wrong });
    return new Response(null, { status: 502, statusText: `${file.path} is another file than that of this version` });
  }

  async function keepAll(): Promise<void> {
    await scope.caches.open(name);
    for (const file of files) {
      if (file.onDemand || (await scope.caches.match(keyOf(file)))) continue;
      const { ok, statusText } = await fetchFile(file);
      if (!ok) throw new Error(statusText);
      if (!(await scope.caches.match(keyOf(file)))) throw new Error(`There is no room for ${file.path}`);
    }
  }

  async function forgetOthers(): Promise<void> {
    const cache = await scope.caches.open(name);
    const keys = new Set(files.map(keyOf));
    for (const request of await cache.keys()) if (!keys.has(request.url)) await cache.delete(request);
    // Of earlier versions, which checked nothing.
    for (const old of ['hitrate-on-demand', `workbox-precache-v2-${root}`]) await scope.caches.delete(old);
  }

  async function answer(request: Request, file: SiteFile): Promise<Response> {
    const kept = await scope.caches.match(keyOf(file));
    if (kept) return withHeaders(root, request.url, kept);
    if (request.mode !== 'navigate') return withHeaders(root, request.url, await fetchFile(file));
    // A person sees what comes instead of a page, as a portal to log in, but it is not kept.
    const page = await fetch(request);
    return (await keep(file, page)) ? withHeaders(root, request.url, page) : page;
  }

  scope.addEventListener('install', (event) => event.waitUntil(keepAll()));
  // A new version waits until no page uses the old one.
  scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
  // A page that installed this worker is served by it from its next load on, or when it asks: while Firefox hands a page
  // over, workers that the page starts may fail to load.
  scope.addEventListener('message', (event) => {
    if (event.data === CLAIM) event.waitUntil(scope.clients.claim());
  });
  scope.addEventListener('fetch', (event) => {
    const [address] = event.request.url.split(/[?#]/);
    // Some hosts leave the ending of a page's name out.
    const file = known.get(address!.endsWith('/') ? `${address}index.html` : address!) ?? known.get(`${address}.html`);
    if (file && event.request.method === 'GET') event.respondWith(answer(event.request, file));
  });
}

async function hashOf(response: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** With headers that hosts may leave out. The airlock is kept once; its policy is that of its address. */
function withHeaders(root: string, url: string, { body, status, statusText, headers: given }: Response): Response {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(headersAt(root, url))) headers.set(name, value);
  return new Response(body, { status, statusText, headers });
}
