import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../../../tools/install.mjs';

const FOLDER = join(ROOT, 'node_modules/.cache/bench-packages');

/** Installs packages that ours is measured against, which are no part of the project. @returns where they are, or null */
export function benchPackages(packages) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--no-fund', '--no-audit', '--ignore-scripts', '--silent', ...packages];
  return run('npm', args, { cwd: FOLDER, shell: process.platform === 'win32' }) ? FOLDER : null;
}
