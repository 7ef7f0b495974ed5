/*
 * Every way that is known by which a script may ask another origin for something. Each function runs in a page or a
 * worker, so it holds all that it needs; each attempt asks for a path of its own, `url` + its name, so that the server
 * tells which of them arrived. An attempt that fails tells nothing; it may fail after it was sent.
 */

/**
 * Ways of a worker, a shared one and the service worker.
 *
 * @param tell called with each name before it is tried
 * @returns the names of what was tried
 */
export async function attemptsOfWorker(url: string, tell?: (name: string) => void): Promise<string[]> {
  const blobOf = (code: string): string => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const workerOf = (address: string): Promise<void> => {
    const worker = new Worker(address);
    return new Promise((resolve) => {
      worker.addEventListener('message', () => resolve());
      worker.addEventListener('error', () => resolve());
    });
  };
  const tries: Record<string, (address: string) => unknown> = {
    fetch: (address) => fetch(address),
    'fetch-opaque': (address) => fetch(address, { mode: 'no-cors', method: 'POST', body: 'secret' }),
    'fetch-keepalive': (address) => fetch(address, { mode: 'no-cors', keepalive: true }),
    cache: async (address) => (await caches.open('attempts')).add(new Request(address, { mode: 'no-cors' })),
    xhr: (address) => {
      const request = new XMLHttpRequest();
      request.open('GET', address);
      request.send();
    },
    websocket: (address) => new WebSocket(address.replace('http', 'ws')),
    eventsource: (address) => new EventSource(address),
    beacon: (address) => (navigator as Navigator).sendBeacon(address, 'secret'),
    font: (address) => new FontFace('attempt', `url(${address})`).load(),
    import: (address) => import(/* @vite-ignore */ address),
    'import-scripts': (address) => (self as unknown as { importScripts(address: string): void }).importScripts(address),
    worker: (address) => workerOf(address),
    'blob-worker': (address) => workerOf(blobOf(`fetch('${address}', { mode: 'no-cors' }).then(() => postMessage(0))`)),
    'blob-worker-import': (address) => workerOf(blobOf(`importScripts('${address}')`)),
  };
  // One after the other: Firefox can block for good where a worker starts several at once and the policy refuses them.
  for (const [name, attempt] of Object.entries(tries)) {
    const limit = new Promise((resolve) => setTimeout(resolve, 1500));
    tell?.(name);
    try {
      await Promise.race([attempt(url + name), limit]);
    } catch {
      // Refused at once; or not here.
    }
  }
  if ('caches' in self) await caches.delete('attempts');
  return Object.keys(tries);
}

/** Ways that only a page has. @returns the names of what was tried */
export async function attemptsOfPage(url: string): Promise<string[]> {
  const put = (tag: string, attributes: Record<string, string>): HTMLElement => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
    return element;
  };
  const link =
    (rel: string, more: Record<string, string> = {}) =>
    (address: string) =>
      put('link', { rel, href: address, ...more });
  const svg = (tag: string, address: string): void => {
    const root = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    element.setAttribute('href', address);
    root.append(element);
    document.body.append(root);
  };
  const submit = (target: string) => (address: string) => {
    const form = put('form', { action: address, method: 'post', target }) as HTMLFormElement;
    form.submit();
  };
  const tries: Record<string, (address: string) => unknown> = {
    image: (address) => (new Image().src = address),
    'image-set': (address) => put('img', { srcset: `${address} 2x` }),
    'svg-image': (address) => svg('image', address),
    'svg-use': (address) => svg('use', `${address}#a`),
    background: (address) => put('p', {}).style.setProperty('background-image', `url(${address})`),
    'list-style': (address) => put('p', {}).style.setProperty('list-style', `url(${address})`),
    'style-sheet': link('stylesheet'),
    'sheet-rule': (address) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`body { border-image: url(${address}) 1 }`);
      document.adoptedStyleSheets.push(sheet);
    },
    'style-import': (address) => (put('style', {}).textContent = `@import url(${address});`),
    'sheet-font': (address) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`@font-face { font-family: attempt2; src: url(${address}) } body { font-family: attempt2 }`);
      document.adoptedStyleSheets.push(sheet);
    },
    script: (address) => put('script', { src: address }),
    'module-script': (address) => put('script', { src: address, type: 'module' }),
    iframe: (address) => put('iframe', { src: address }),
    object: (address) => put('object', { data: address, type: 'image/png' }),
    embed: (address) => put('embed', { src: address, type: 'image/png' }),
    audio: (address) => put('audio', { src: address, preload: 'auto' }),
    video: (address) => put('video', { src: address, preload: 'auto' }),
    poster: (address) => put('video', { poster: address }),
    icon: link('icon'),
    manifest: link('manifest'),
    prefetch: link('prefetch'),
    preload: link('preload', { as: 'script' }),
    'preload-image': link('preload', { as: 'image' }),
    modulepreload: link('modulepreload'),
    ping: (address) => (put('a', { href: '#here', ping: address }) as HTMLAnchorElement).click(),
    form: (address) => {
      put('iframe', { name: 'attempt' });
      submit('attempt')(address);
    },
    'shared-worker': (address) =>
      new SharedWorker(
        URL.createObjectURL(new Blob([`fetch('${address}', { mode: 'no-cors' })`], { type: 'text/javascript' })),
      ),
  };
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      await attempt(url + name);
    } catch {
      // Refused at once; or not here.
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return Object.keys(tries);
}
