import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compares package-lock.json with what npm recorded when it last installed (`node_modules/.package-lock.json`, which it
 * writes once all packages are in place).
 *
 * @param {string} root folder of the project
 * @param {{ development: boolean }} wanted whether test tooling is needed, beside what building and serving need
 * @returns {'nothing' | 'needed' | 'all'} `all` also where test tooling is installed already: it stays
 */
export function whatToInstall(root, { development }) {
  const locked = packagesIn(join(root, 'package-lock.json'));
  const installed = recordedIn(join(root, 'node_modules/.package-lock.json'));
  // What is optional is for some systems only, such as a program's build for one of them.
  const needed = locked.filter(
    ([, { dev, optional, devOptional }]) => !optional && (development || !(dev || devOptional)),
  );
  if (needed.every(([path, entry]) => isSame(entry, installed.get(path)))) return 'nothing';
  return development || locked.some(([path, { dev }]) => dev && installed.has(path)) ? 'all' : 'needed';
}

const isSame = (entry, other) => other?.version === entry.version && other.integrity === entry.integrity;

/** None where nothing was installed, or not to the end. */
function recordedIn(file) {
  try {
    return new Map(packagesIn(file));
  } catch {
    return new Map();
  }
}

const packagesIn = (file) =>
  Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([path]) => path !== '');
