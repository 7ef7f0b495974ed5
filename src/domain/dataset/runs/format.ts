import type { ImportedRun } from '../outcome';
import type { ProblemLog } from '../problem';
import type { SourceText } from '../source';

/** A way in which a run is written down. One file a format, and one line in `registry.ts`. */
export interface RunFormat {
  readonly name: string;
  /** What the format consists of, for people whose files are not recognised. */
  readonly wants: string;
  /** Whether a file is surely a run of this format, by its beginning, and by its name where that says too little. */
  recognises(file: SourceText): Promise<boolean>;
  /**
   * @returns null where nothing is to be had of it; whatever is wrong is in the log
   * @throws {SourceFailure} as the source does
   */
  read(file: SourceText, log: ProblemLog): Promise<ImportedRun | null>;
}

export interface FoundRun {
  readonly file: SourceText;
  readonly format: RunFormat;
}
