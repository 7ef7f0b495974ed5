import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { sharedFolder } from './data';

/** Folder of a published model's small files: its configurations and tokenizer. */
export const hubPath = sharedFolder('HITRATE_HUB', 'hub');

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
