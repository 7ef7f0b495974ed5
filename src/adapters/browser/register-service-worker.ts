const RELOADED = 'hitrate-reloaded-for-isolation';

/**
 * Keeps the app for use offline. On a host that cannot set headers the service worker sets them, so the first visit
 * reloads once to become cross-origin isolated; the mark keeps a browser that refuses isolation from reloading forever.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  container.addEventListener('controllerchange', () => {
    if (crossOriginIsolated || sessionStorage.getItem(RELOADED)) return;
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
  });
  // Not awaited: the app works without it, online.
  container.register(new URL('service-worker.js', document.baseURI)).catch(() => undefined);
}
