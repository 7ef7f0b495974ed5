/**
 * The headers that the app needs. Cross-origin isolation gives WASM threads; the content security policy lets the page
 * and its workers reach this origin alone, so that documents cannot leave the machine.
 *
 * @param {{ development?: boolean }} [mode] Vite's development server injects styles and opens a web socket
 * @returns {Record<string, string>}
 */
export function securityHeaders({ development = false } = {}) {
  const policy = [
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
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
