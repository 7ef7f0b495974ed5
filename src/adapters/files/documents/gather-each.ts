import type { SourceFile } from '../../../contract/workers';
import { ProblemLog } from '../../../domain/dataset/problem';
import type { ImportProblem } from '../../../domain/dataset/outcome';
import type { ByteSource } from '../byte-source';
import { gather } from '../gather';
import type { Unread } from './reader';

/** A file that can be read, or why an archive cannot be opened. */
export type Gathered =
  | { readonly path: string; readonly source: ByteSource }
  | { readonly path: string; readonly problem: ImportProblem; readonly bytes: number };

/**
 * The files that were given, with those inside archives in the place of the archives, in the order of their paths. What
 * systems leave behind is passed over.
 *
 * @param maxBytes of one file that must be unpacked to know its size
 */
export async function gatherEach(files: readonly SourceFile[], maxBytes: number): Promise<Gathered[]> {
  const found: Gathered[] = [];
  for (const file of files) {
    const log = new ProblemLog();
    const sources = await gather([file], log, maxBytes);
    found.push(...sources.map((source) => ({ path: source.path, source })));
    found.push(...log.problems.map((problem) => ({ path: problem.file, problem, bytes: file.file.size })));
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** What a problem with the bytes of a file means for it. */
export function statusOf(problem: ImportProblem): Unread['status'] {
  if (problem.code === 'too-large') return 'too-large';
  return problem.code === 'bad-archive' && problem.data[0] === 'encrypted' ? 'encrypted' : 'broken';
}
