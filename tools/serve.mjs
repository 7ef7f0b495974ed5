import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';
import { extname, join, normalize, relative, sep } from 'node:path';
import { securityHeaders } from '../src/adapters/offline/headers.js';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'application/x-ndjson; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tsv': 'text/tab-separated-values; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves a folder on 127.0.0.1 with the headers of `src/adapters/offline/headers.js`, or with the same for every file,
 * which may be none, as a plain static host would.
 *
 * @param {string} folder
 * @param {{ port?: number, prefix?: string, headers?: Record<string, string> }} [options] `port` 0 takes a free one;
 *   `prefix` is the sub-path under which the folder appears, as `/apps/hitrate/`
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serve(folder, { port = 0, prefix = '/', headers: same } = {}) {
  const server = createServer((request, response) => {
    const found = resolveFile(folder, prefix, request.url ?? '/');
    const { file, size } = found ?? {};
    const headers = same ?? securityHeaders(found ?? {});
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response
        .writeHead(file ? 405 : 404, { ...headers, 'Content-Type': 'text/plain' })
        .end(file ? 'not allowed' : 'not found');
      return;
    }
    response.writeHead(200, {
      ...headers,
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Length': size,
      // Names under assets/ hold a hash of their content; everything else is asked for anew.
      'Cache-Control': file.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (request.method === 'HEAD') response.end();
    // A file that goes away while it is sent, as when the site is built anew, ends this answer and not the server.
    else pipeline(createReadStream(file), response, () => undefined);
  });
  await listen(server, port);
  const close = () => new Promise((done) => (server.close(() => done()), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${server.address().port}${prefix}`, close };
}

/** The file that an address means, and the query, or null: nothing outside the folder is served. */
function resolveFile(folder, prefix, address) {
  let path, search;
  try {
    const url = new URL(address, 'http://localhost');
    path = decodeURIComponent(url.pathname);
    search = url.search;
  } catch {
    return null;
  }
  if (!path.startsWith(prefix)) return null;
  const file = normalize(join(folder, path.slice(prefix.length) || 'index.html'));
  if (!file.startsWith(normalize(folder) + sep)) return null;
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? { file, size: stats.size, path: relative(folder, file), search } : null;
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
