import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandRefusal } from '../ui/command-line/command-progress';
import { problems } from '../ui/command-line/problem-texts';

export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Writes all files or none: each beside its place first, under a name of its own, and then in its place. A reader never finds
 * half a file, whenever this is ended.
 *
 * @throws {CommandRefusal} where one cannot be written
 */
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
