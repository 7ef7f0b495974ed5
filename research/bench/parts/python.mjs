import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../tools/install.mjs';

const FOLDER = join(ROOT, 'node_modules/.cache/bench-python');

/**
 * Runs a script of `research/bench` in Python, with packages that are installed beside those of npm.
 *
 * @param {string} script @param {readonly string[]} packages with their versions @param {string} input
 * @returns what it prints, from JSON; null where there is no Python, or the packages cannot be had
 */
export function inPython(script, packages, input) {
  try {
    const python = process.platform === 'win32' ? 'python' : 'python3';
    const environment = join(FOLDER, packages.join('+'));
    if (!existsSync(environment)) {
      mkdirSync(FOLDER, { recursive: true });
      const args = ['-m', 'pip', 'install', '--quiet', '--target', environment, ...packages];
      execFileSync(python, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    }
    const printed = execFileSync(python, [join(ROOT, 'research/bench', script)], {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      // One thread, as ours.
      env: { ...process.env, PYTHONPATH: environment, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
    });
    return JSON.parse(printed);
  } catch (error) {
    console.error(`${script} was not run: ${error.message}`);
    return null;
  }
}
