import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

/** All files below the paths, through links too: caches are full of them. @throws {CommandRefusal} where none is */
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

export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** Writes all files or none, each beside its place first: never half a file. @throws {CommandRefusal} if one fails */
export function writeWhole(files: readonly OutputFile[]): void {
  const staged: { readonly from: string; readonly to: string }[] = [];
  let at = '';
  try {
    for (const { path, text } of files) {
      at = path;
      const from = `${path}.${process.pid}.partial`;
      mkdirSync(dirname(path), { recursive: true });
      staged.push({ from, to: path });
      writeFileSync(from, text);
    }
    for (const { from, to } of staged) {
      at = to;
      renameSync(from, to);
    }
  } catch (error) {
    for (const { from } of staged) rmSync(from, { force: true });
    throw new CommandRefusal([problems.cannotWrite(at, error instanceof Error ? error.message : String(error))]);
  }
}
