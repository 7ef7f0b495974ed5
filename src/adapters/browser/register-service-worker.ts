import { CLAIM } from '../offline/claim';

const RELOADED = 'hitrate-reloaded-for-isolation';

/**
 * Keeps the app for use offline. On a host that cannot set headers the service worker sets them: the first visit asks for
 * it at once, and reloads to become cross-origin isolated, unless the person has begun to do something, which a reload
 * would undo; then the next visit is isolated. The mark keeps a browser that refuses isolation from reloading forever.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  let begun = false;
  for (const event of ['pointerdown', 'keydown', 'drop', 'change'])
    addEventListener(event, () => (begun = true), { once: true, capture: true });
  const container = navigator.serviceWorker;
  container.addEventListener('controllerchange', () => {
    if (begun || crossOriginIsolated || sessionStorage.getItem(RELOADED)) return;
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
  });
  // Not awaited: the app works without it, online.
  container.register(new URL('service-worker.js', document.baseURI)).catch(() => undefined);
  const claim = (): void => void container.ready.then(({ active }) => active?.postMessage(CLAIM));
  // Without headers, workers have a policy only once the service worker serves them.
  if (!crossOriginIsolated) claim();
  // Who pulls the plug gets what is kept, without loading the page again.
  addEventListener('offline', claim);
}
