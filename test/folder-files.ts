import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { SourceFile } from '../src/contract/workers';

/** Files of a folder on the disk, with the name of the folder before them, as a browser gives them. */
export function folderFiles(folder: string): SourceFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  return paths
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path: join(basename(folder), relative(folder, path)), file: new Blob([readFileSync(path)]) }));
}
