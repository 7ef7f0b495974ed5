import type { DatasetBuilder } from '../builder';
import type { ProblemLog } from '../problem';
import type { SourceText } from '../source';

/** A way in which collections are written down. One file a format, and one line in `registry.ts`. */
export interface CollectionFormat<Name extends string = string> {
  readonly name: Name;
  /** What the format consists of, for people whose files are not recognised. Continues “Hitrate reads …”. */
  readonly wants: string;
  /** The collections of this format among some files: by their names, and by their beginnings where names say little. */
  find(files: readonly SourceText[]): Promise<readonly FoundCollection[]>;
}

export interface FoundCollection {
  readonly format: string;
  /** False where the files could be of this format for all that their beginnings show. */
  readonly isCertain: boolean;
  readonly name: string;
  /** The folder or the file that holds it, to say where it is. */
  readonly root: string;
  /** Names of the sets of judgments, sorted; empty where the format has none. */
  readonly splits: readonly string[];
  /** The files that will be read for a split. */
  files(split: string | null): readonly SourceText[];
  /** Reads everything into the builder; whatever is wrong goes to the log. */
  read(split: string | null, builder: DatasetBuilder, log: ProblemLog): Promise<void>;
}
