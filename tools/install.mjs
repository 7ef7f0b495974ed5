import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whatToInstall } from './installed.mjs';

// Not `import.meta.dirname`: the Node that lacks it is the one that must be told to be too old.
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a command to its end with its output shown. @returns {boolean} whether it succeeded */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (error) console.error(error.message);
  return status === 0;
}

/** Runs an installed package's program by Node itself, which needs no shell on any system. */
export function runPackage(name, args, options = {}) {
  return run(process.execPath, [programOf(name), ...args], options);
}

/**
 * The same beside others, with its output kept so that lines of two programs do not mix. What it starts has its priority.
 *
 * @returns {Promise<{ ok: boolean, output: string }>} once it has ended; no output with `stdio: 'inherit'`
 */
export function runPackageAside(name, args, { priority = 0, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, [programOf(name), ...args], { cwd: ROOT, stdio, ...options });
    if (child.pid && priority !== 0) setPriority(child.pid, priority);
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString('utf8') }));
  });
}

/** Path of the program of an installed package. */
function programOf(name) {
  const folder = join(ROOT, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : (bin[name.split('/').pop()] ?? Object.values(bin)[0]));
}

function nodeIsTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major < 20 || major === 21 || major === 23 || (major === 20 && minor < 19) || (major === 22 && minor < 13);
}

/**
 * Installs the packages of package-lock.json, unless they are there already. Ends the process when that fails.
 *
 * @param {{ development?: boolean }} [wanted] whether the tooling of tests is needed, beside what the site is built from
 */
export function ensureInstalled({ development = true } = {}) {
  if (nodeIsTooOld()) {
    console.error(
      `Hitrate needs Node 20.19, 22.13, 24 or newer; this is ${process.version}. Get one from https://nodejs.org.`,
    );
    process.exit(1);
  }
  const what = whatToInstall(ROOT, { development });
  if (what === 'nothing') return;
  console.error('Installing packages …');
  const args = ['ci', '--no-fund', '--no-audit', ...(what === 'needed' ? ['--omit=dev'] : [])];
  // On Windows npm is a script, which only a shell runs; nothing in these arguments needs quoting.
  if (!run('npm', args, { shell: process.platform === 'win32', stdio: ['inherit', 2, 2] })) {
    console.error('The packages could not be installed: see npm’s message above. A network is needed for this once.');
    process.exit(1);
  }
}
