import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { CLAIM } from './claim';
import { headersAt } from './headers.js';

/** Headers that hosts may leave out. The airlock is kept once; its policy is that of its address. */
const withHeaders = (root: string) => ({
  handlerWillRespond: async ({ request, response }: { request: Request; response: Response }): Promise<Response> => {
    if (response.type === 'opaque') return response;
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(headersAt(root, request.url))) headers.set(name, value);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  },
});

/** Keeps all of the app at the first visit, and large binaries when first asked for. Other origins are left alone. */
export function installServiceWorker(
  scope: ServiceWorkerGlobalScope,
  files: { url: string; revision: string | null }[],
): void {
  // A page that installed this worker is served by it from its next load on, or when it asks: while Firefox hands a page
  // over, workers that the page starts may fail to load. A new version waits until no page uses the old one.
  scope.addEventListener('message', (event) => {
    if (event.data === CLAIM) event.waitUntil(scope.clients.claim());
  });
  const plugin = withHeaders(scope.registration.scope);
  addPlugins([plugin]);
  cleanupOutdatedCaches();
  precacheAndRoute(files, { ignoreURLParametersMatching: [/.*/] });
  registerRoute(
    ({ url, sameOrigin }) =>
      sameOrigin && url.href.startsWith(scope.registration.scope) && url.pathname.includes('/assets/'),
    new CacheFirst({ cacheName: 'hitrate-on-demand', plugins: [plugin] }),
  );
}
