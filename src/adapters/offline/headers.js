/**
 * The content security policy: the page and its workers reach this origin alone, so that documents cannot leave the
 * machine. Plain JavaScript, since the server that `npm start` runs needs it before anything is installed.
 *
 * @param {{ development?: boolean, meta?: boolean }} [mode] Vite's development server injects styles and opens a web
 *   socket; a meta element may not say who frames the page
 * @returns {string}
 */
export function contentSecurityPolicy({ development = false, meta = false } = {}) {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(meta ? [] : ["frame-ancestors 'none'"]),
  ].join('; ');
}

/**
 * The headers that the app needs: the policy, and cross-origin isolation, which gives WASM threads.
 *
 * @param {{ development?: boolean }} [mode]
 * @returns {Record<string, string>}
 */
export function securityHeaders({ development = false } = {}) {
  return {
    'Content-Security-Policy': contentSecurityPolicy({ development }),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
