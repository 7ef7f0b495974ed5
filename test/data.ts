import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Of what is other people's and not in this repository: a function that gives the path of a part of a folder, or null where
 * it is absent. The test that needs it is then a named skip, or a failure where `HITRATE_REQUIRE_DATA=1` says that the
 * files must be there.
 *
 * @param variable of the environment, which names another place
 */
export function sharedFolder(variable: string, name: string): (...parts: string[]) => string | null {
  const folder = resolve(process.env[variable] ?? join(import.meta.dirname, '../../shared', name));
  return (...parts) => {
    const path = join(folder, ...parts);
    if (existsSync(path)) return path;
    if (process.env['HITRATE_REQUIRE_DATA'] === '1')
      throw new Error(`${path} is missing, and HITRATE_REQUIRE_DATA is set`);
    return null;
  };
}

/** Path of an evaluation collection. */
export const collectionPath = sharedFolder('HITRATE_DATA', 'data');

/** Path of a benchmark set in the layout in which it is published. */
export const packPath = sharedFolder('HITRATE_PACKS', 'packs');

/** Path of a form of vectors, as services and stores write them. */
export const vectorPath = sharedFolder('HITRATE_VECTORS', 'vectors');

/** Path of a case: files that other tools or Hitrate failed on. */
export const casePath = sharedFolder('HITRATE_CASES', 'cases');
