import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, relative, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { securityHeaders } from '../src/adapters/offline/headers.js';
import { compressed, varies } from './compressed.mjs';
import { readTarget } from './request-target.mjs';

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

/** Names of this machine for itself. */
const HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Serves a folder on 127.0.0.1 with the headers of `src/adapters/offline/headers.js`, or with the same for every file,
 * which may be none, as a plain static host would. Whatever a request holds, the server answers the next one. It answers
 * only as this machine's own names: another site can point a name of its own here, and its page would then be read as
 * being of that site (DNS rebinding).
 *
 * @param {string} folder
 * @param {{ port?: number, prefix?: string, headers?: Record<string, string> }} [options] `port` 0 takes a free one;
 *   `prefix` is the sub-path under which the folder appears, as `/apps/hitrate/`
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serve(folder, { port = 0, prefix = '/', headers } = {}) {
  const server = createServer((request, response) => {
    answer({ folder, prefix, headers, port: request.socket.localPort }, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'Content-Type': 'text/plain' }).end('the server failed');
    });
  });
  await listen(server, port);
  const close = () => new Promise((done) => (server.close(() => done()), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${server.address().port}${prefix}`, close };
}

async function answer(site, request, response) {
  const target = readTarget(request.url);
  const found = target && (await findFile(site, target));
  const headers = site.headers ?? securityHeaders(found ?? {});
  const refuse = (status, text, more = {}) =>
    response.writeHead(status, { ...headers, 'Content-Type': 'text/plain', ...more }).end(`${text}\n`);

  const own = HOSTS.map((host) => (site.port === 80 ? host : `${host}:${site.port}`));
  const host = target?.host ?? request.headers.host ?? '';
  if (!own.includes(host.toLowerCase())) return refuse(421, `This server answers only at http://${own[0]}/`);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(405, 'This method is not allowed', { Allow: 'GET, HEAD' });
  if (!target) return refuse(400, 'This address cannot be read');
  if (!found) return refuse(404, 'There is no such file');

  const smaller = await compressed(found, request.headers['accept-encoding']);
  response.writeHead(200, {
    ...headers,
    'Content-Type': TYPES[extname(found.file)] ?? 'application/octet-stream',
    'Content-Length': smaller ? smaller.bytes.length : found.size,
    ...(smaller && { 'Content-Encoding': smaller.encoding }),
    ...(varies(found.file) && { Vary: 'Accept-Encoding' }),
    // Names under assets/ hold a hash of their content; everything else is asked for anew.
    'Cache-Control': found.path.startsWith(`assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  else if (smaller) response.end(smaller.bytes);
  // A file that goes away while it is sent, as when the site is built anew, ends this answer and not the server.
  else pipeline(createReadStream(found.file), response, () => undefined);
}

/** The file that an address means, or null: nothing outside the folder is served. */
async function findFile({ folder, prefix }, { path: address, search }) {
  if (!address.startsWith(prefix)) return null;
  const file = normalize(join(folder, address.slice(prefix.length) || 'index.html'));
  if (!file.startsWith(normalize(folder) + sep)) return null;
  // A name may also be too long, or go through a file: there is no such file either.
  const stats = await stat(file).catch(() => null);
  return stats?.isFile()
    ? { file, size: stats.size, changed: stats.mtimeMs, path: relative(folder, file), search }
    : null;
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
