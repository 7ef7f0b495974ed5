import type { RepeatedHit } from '../../run/pack-run';
import type { ImportedRun } from '../outcome';
import { problem, quoted, type ProblemLog } from '../problem';
import type { SourceText } from '../source';

export interface RunFormat {
  /** Whether a file is surely a run of this format, by its beginning, and by its name where that says too little. */
  recognises(file: SourceText): Promise<boolean>;
  /** @returns null where nothing can be read, problems in the log @throws {SourceFailure} as the source does */
  read(file: SourceText, log: ProblemLog): Promise<Omit<ImportedRun, 'format'> | null>;
}

export function warnOfRepeated(hits: readonly RepeatedHit[], file: string, log: ProblemLog): void {
  const [first] = hits;
  if (!first) return;
  const names = hits.map(({ query, doc, line }) => `${quoted(query)} with ${quoted(doc)} (line ${line})`);
  log.warn(problem('duplicate-hit', { file, line: first.line }, names));
}
