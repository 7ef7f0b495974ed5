import type { DatasetBuilder } from '../builder';
import { stemOf } from '../../../base/paths';
import type { ProblemLog } from '../problem';
import { guarded } from '../readers/guarded';
import type { SourceText } from '../source';
import type { FoundCollection } from './format';

/** A way in which judgments are written down: one file, beside documents and questions or alone. */
export interface JudgmentFormat<Name extends string = string> {
  readonly name: Name;
  /** What the format consists of, for people whose files are not recognised. Continues “Judgments alone: …”. */
  readonly wants: string;
  /** Whether questions are named by their texts, which then are their ids. */
  readonly idIsText: boolean;
  /** Whether a file is surely of this format, by its beginning, and by its name where that says too little. */
  recognises(file: SourceText): Promise<boolean>;
  /**
   * Reads all judgments into the builder; whatever is wrong goes to the log.
   *
   * @throws {SourceFailure} as the source does
   */
  read(file: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void>;
}

/** Judgments without documents: enough to score runs of other systems. */
export function alone(file: SourceText, format: JudgmentFormat): FoundCollection {
  return {
    format: format.name,
    isCertain: true,
    name: stemOf(file.path),
    root: file.path,
    splits: [],
    files: () => [file],

    async read(_split, builder, log) {
      builder.judgmentsAlone(format.idIsText ? (id) => id : undefined);
      builder.expect('judgment', { file: file.path });
      await guarded(
        log,
        () => builder.lost('judgment'),
        () => format.read(file, builder, log),
      );
    },
  };
}
