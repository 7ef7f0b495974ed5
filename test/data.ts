import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of the evaluation collections, which are other people's and not in this repository. */
const dataFolder = resolve(process.env['HITRATE_DATA'] ?? join(import.meta.dirname, '../../shared/data'));

/**
 * Path of a collection, or null where it is absent: the test that needs it is then a named skip, or a failure where
 * `HITRATE_REQUIRE_DATA=1` says that the collections must be there.
 */
export function collectionPath(...parts: string[]): string | null {
  const path = join(dataFolder, ...parts);
  if (existsSync(path)) return path;
  if (process.env['HITRATE_REQUIRE_DATA'] === '1')
    throw new Error(`${path} is missing, and HITRATE_REQUIRE_DATA is set`);
  return null;
}
