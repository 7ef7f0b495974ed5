import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * A program: the one that a variable of the environment names, or the first of some names and places that is there.
 *
 * @param {string} variable
 * @param {{ names: string[], places: string[] }} where names in the folders of PATH, and whole paths
 * @returns {string | null}
 */
export function findProgram(variable, { names, places }) {
  const named = process.env[variable];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`${variable} names ${named}, where there is nothing.`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places];
  return candidates.find((path) => existsSync(path) && answers(path)) ?? null;
}

/** Whether it is a browser: on some systems the name is a stub that tells how to install one. */
function answers(path) {
  // Windows shows a window for --version instead of an answer.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
