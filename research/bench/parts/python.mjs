import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../tools/install.mjs';

const FOLDER = join(ROOT, 'node_modules/.cache/bench-python');

/**
 * Packages of Python that are installed beside those of npm. @param {readonly string[]} packages with their versions
 * @returns null where there is no Python, or the packages cannot be had
 */
export function withPackages(packages) {
  try {
    const python = process.platform === 'win32' ? 'python' : 'python3';
    const environment = join(FOLDER, packages.join('+'));
    if (!existsSync(environment)) {
      mkdirSync(FOLDER, { recursive: true });
      const args = ['-m', 'pip', 'install', '--quiet', '--target', environment, ...packages];
      execFileSync(python, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    }
    // One thread, as ours.
    const threads = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', NUMBA_NUM_THREADS: '1' };
    return { python, env: { ...process.env, PYTHONPATH: environment, ...threads } };
  } catch (error) {
    console.error(`${packages.join(', ')} cannot be had: ${error.message}`);
    return null;
  }
}

/**
 * Runs a script of `research/bench` in Python. @param {string} script @param {readonly string[]} packages
 * @param {string} input @returns what it prints, from JSON; null where it cannot run
 */
export function inPython(script, packages, input) {
  const found = withPackages(packages);
  if (!found) return null;
  const { python, env } = found;
  try {
    const path = join(ROOT, 'research/bench', script);
    return JSON.parse(execFileSync(python, [path], { input, encoding: 'utf8', maxBuffer: 2 ** 28, env }));
  } catch (error) {
    console.error(`${script} was not run: ${error.message}`);
    return null;
  }
}
