import type { SourceText } from '../source';
import type { FoundRun, RunFormat } from './format';
import { ranxRun } from './ranx-run';
import { trecRun } from './trec-run';

/** Every format of runs that can be read, in the order in which people are told of them. */
export const runFormats: readonly RunFormat[] = [trecRun, ranxRun];

/** The files that are surely runs, in the order in which they were given. */
export async function findRuns(files: readonly SourceText[]): Promise<FoundRun[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      for (const format of runFormats) if (await format.recognises(file)) return [{ file, format }];
      return [];
    }),
  );
  return found.flat();
}
