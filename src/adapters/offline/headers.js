import { reachableHosts } from './model-hosts.js';

/**
 * Whatever an airlock's address may name: the policy in its built page, before its first script has read the address and
 * inserted the one that holds. Two policies are both obeyed, so a narrower one here would keep every mirror out.
 */
const ANY_MODEL_HOST = ['https:', 'http://localhost:*', 'http://127.0.0.1:*'];

/**
 * The content security policies of the two pages. That of documents, and its workers, reaches this origin alone, so that
 * documents cannot leave the machine. The airlock, which never opens them, reaches the hosts of models that its address
 * names, and may start no worker. Plain JavaScript, since the server that `npm start` runs needs it before anything is
 * installed.
 *
 * @param {{ page?: 'documents' | 'airlock', search?: string | null, development?: boolean, meta?: boolean }} [mode]
 *   `search` is the query of the airlock's address, null where it is not known yet; Vite's development server injects
 *   styles and opens a web socket; a meta element may not say who frames the page
 * @returns {string}
 */
export function contentSecurityPolicy({ page = 'documents', search = '', development = false, meta = false } = {}) {
  const airlock = page === 'airlock';
  const hosts = airlock ? (search === null ? ANY_MODEL_HOST : reachableHosts(search)) : [];
  return [
    "default-src 'none'",
    `script-src 'self'${airlock ? '' : " 'wasm-unsafe-eval'"}`,
    `worker-src ${airlock ? "'none'" : "'self'"}`,
    ["connect-src 'self'", ...(development ? ['ws:'] : []), ...hosts].join(' '),
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    `img-src 'self' data:${airlock ? '' : ' blob:'}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(meta ? [] : ["frame-ancestors 'none'"]),
  ].join('; ');
}

/** Which page a path from the app's root is: some hosts leave the ending of a page's name out. */
const pageAt = (/** @type {string} */ path) => (/^airlock(\.html)?$/.test(path) ? 'airlock' : 'documents');

/**
 * The headers that the app needs: the policy, and cross-origin isolation, which gives WASM threads.
 *
 * @param {{ path?: string, search?: string, development?: boolean }} [asked] `path` from the app's root, without a
 *   slash before it: only `airlock.html` itself gets the airlock's policy, and every other file, a worker's script too,
 *   that of documents
 * @returns {Record<string, string>}
 */
export function securityHeaders({ path = '', search = '', development = false } = {}) {
  return {
    'Content-Security-Policy': contentSecurityPolicy({ page: pageAt(path), search, development }),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

/**
 * The same for a whole address of an app that lies at `root`, as the service worker sees it.
 *
 * @param {string} root its address, with a slash at the end
 * @param {string} address below it
 */
export function headersAt(root, address) {
  const { origin, pathname, search } = new URL(address);
  const from = new URL(root);
  const below = origin === from.origin && pathname.startsWith(from.pathname);
  return securityHeaders({ path: below ? pathname.slice(from.pathname.length) : '', search });
}
