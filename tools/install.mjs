import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
const MARK = join(ROOT, 'node_modules/.hitrate-installed');
const WINDOWS = process.platform === 'win32';

/** Runs a command to its end with its output shown. @returns {boolean} whether it succeeded */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', shell: WINDOWS, ...options });
  if (error) console.error(error.message);
  return status === 0;
}

/** Installs the packages of package-lock.json, unless they are there already. Ends the process when that fails. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Hitrate needs Node 20.19 or newer; this is ${process.version}. Get one from https://nodejs.org.`);
    process.exit(1);
  }
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted) return;
  console.log('Installing packages …');
  if (!run('npm', ['ci', '--no-fund', '--no-audit'])) {
    console.error('The packages could not be installed: see npm’s message above. A network is needed for this once.');
    process.exit(1);
  }
  writeFileSync(MARK, wanted);
}
