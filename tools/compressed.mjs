import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What gets smaller. Pictures, fonts and what ends in `.gz` are compressed as they are. */
const COMPRESSIBLE = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.jsonl',
  '.md',
  '.mjs',
  '.svg',
  '.tsv',
  '.txt',
  '.wasm',
  '.webmanifest',
]);

/** Larger files would take longer to compress than to send to this machine itself. */
const MAX_BYTES = 4 * 2 ** 20;
/** Headers of a smaller answer are longer than what is saved. */
const MIN_BYTES = 1000;

const ENCODERS = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

/** Files that were compressed once, by path, time of change and encoding. */
const kept = new Map();

/**
 * A file as the browser prefers it.
 *
 * @param {{ file: string, size: number, changed: number }} found
 * @param {string | undefined} accepted the header `Accept-Encoding`
 * @returns {Promise<{ encoding: 'br' | 'gzip', bytes: Buffer } | null>} null where it is sent as it is
 */
export async function compressed({ file, size, changed }, accepted = '') {
  if (!COMPRESSIBLE.has(extname(file)) || size < MIN_BYTES || size > MAX_BYTES) return null;
  const names = accepted.split(',').filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part));
  const encoding = Object.keys(ENCODERS).find((name) => names.some((part) => part.trim().split(';')[0] === name));
  if (!encoding) return null;
  const key = `${encoding} ${changed} ${file}`;
  if (!kept.has(key)) kept.set(key, readFile(file).then(ENCODERS[encoding]));
  try {
    return { encoding, bytes: await kept.get(key) };
  } catch (error) {
    kept.delete(key);
    throw error;
  }
}

/** Whether answers differ by what the browser accepts, which caches have to know. */
export const varies = (file) => COMPRESSIBLE.has(extname(file));
