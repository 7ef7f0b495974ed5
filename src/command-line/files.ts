import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

/** Files that a command writes, each beside its place first: all or none are there in the end, and never half a file. */
export class OutputFiles {
  /** By the place of each file. */
  readonly #staged = new Map<string, string>();

  get paths(): string[] {
    return [...this.#staged.keys()];
  }

  /** @param text null takes the file back @throws {CommandRefusal} where it cannot be written */
  add(path: string, text: string | null): void {
    const from = `${path}.${process.pid}.partial`;
    this.#refusing(path, () => {
      if (text === null) {
        this.#staged.delete(path);
        rmSync(from, { force: true });
      } else if (this.#staged.has(path)) appendFileSync(from, text);
      else {
        mkdirSync(dirname(path), { recursive: true });
        this.#staged.set(path, from);
        writeFileSync(from, text);
      }
    });
  }

  /** @throws {CommandRefusal} where a file cannot be put in its place */
  commit(): void {
    for (const [path, from] of this.#staged) this.#refusing(path, () => renameSync(from, path));
  }

  /** Removes what is not in its place. */
  discard(): void {
    for (const from of this.#staged.values()) rmSync(from, { force: true });
  }

  #refusing(path: string, write: () => void): void {
    try {
      write();
    } catch (error) {
      throw new CommandRefusal([problems.cannotWrite(path, error instanceof Error ? error.message : String(error))]);
    }
  }
}
