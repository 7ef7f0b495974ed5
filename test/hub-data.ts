import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** Published configurations and tokenizers of models that people use: other people's, and not in this repository. */
const hubFolder = resolve(process.env['HITRATE_HUB'] ?? join(import.meta.dirname, '../../shared/hub'));

/**
 * Folder of a published model's small files, or null where it is absent: the test that needs it is then a named skip, or a
 * failure where `HITRATE_REQUIRE_DATA=1` says that they must be there.
 */
export function hubPath(model: string): string | null {
  const path = join(hubFolder, model);
  if (existsSync(path)) return path;
  if (process.env['HITRATE_REQUIRE_DATA'] === '1')
    throw new Error(`${path} is missing, and HITRATE_REQUIRE_DATA is set`);
  return null;
}

/** All files below a folder, by their paths from it with slashes. */
export function filesBelow(folder: string): { path: string; bytes: number; text: () => string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({
      path: relative(folder, path).split(sep).join('/'),
      bytes: statSync(path).size,
      text: () => readFileSync(path, 'utf8'),
    }));
}
