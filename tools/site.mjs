import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runPackage } from './install.mjs';

export const DIST = join(ROOT, 'dist');

/** What the built site is made from. */
const SOURCES = [
  'src',
  'workers',
  'public',
  'tools',
  'index.html',
  'airlock.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** Builds the site where a source is newer than what was built. @throws {Error} when that fails */
export function ensureBuilt() {
  const built = join(DIST, 'service-worker.js');
  if (existsSync(built) && newest() <= statSync(built).mtimeMs) return;
  console.log('Building …');
  if (!runPackage('vite', ['build', '--logLevel', 'warn'])) throw new Error('The site could not be built: see above.');
}

function newest() {
  const files = SOURCES.flatMap((source) => {
    const path = join(ROOT, source);
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true }).map((name) => join(path, name));
  });
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
