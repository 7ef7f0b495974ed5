import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { CommandRefusal } from '../ui/command-line/command-progress';
import type { GivenFile } from '../ui/command-line/given-files';
import { problems } from '../ui/command-line/problem-texts';

/** A file on disk, with the path that the app sees. */
export interface InputFile extends Pick<GivenFile, 'path' | 'purpose'> {
  readonly file: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

/**
 * Every file below the given paths, in order, through links too: caches of collections are full of them.
 *
 * @throws {CommandRefusal} where there is none
 */
export function inputFiles(paths: readonly string[], purpose?: GivenFile['purpose']): InputFile[] {
  const files = paths.flatMap((path) => filesBelow(path, purpose));
  if (paths.length > 0 && files.length === 0) throw new CommandRefusal([problems.emptyFolder()]);
  return files;
}

function filesBelow(path: string, purpose: GivenFile['purpose']): InputFile[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new CommandRefusal([problems.noFileOrFolder(path)]);
  const names = stats.isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }).sort() : [null];
  return names.flatMap((name) => {
    const file = name === null ? path : join(path, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) return [];
    const shown = name === null ? basename(path) : relative(dirname(path), file).split(sep).join('/');
    const { size: bytes, mtimeMs: changed } = found;
    return [{ file, path: shown, bytes, changed, ...(purpose === undefined ? {} : { purpose }) }];
  });
}
