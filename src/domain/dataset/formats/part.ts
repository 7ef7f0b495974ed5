import type { DatasetBuilder, DatasetPart } from '../builder';
import { problem, type ProblemLog } from '../problem';
import { guarded } from '../readers/guarded';
import type { SourceText } from '../source';

/** What is told where a file is missing. */
export interface Missing {
  /** The folder where it was looked for. */
  readonly folder: string;
  readonly name: string;
  /** What the format consists of, in a sentence. */
  readonly about: string;
}

/** Reads the file of one part of a collection, or tells that it is missing. */
export async function readPart(
  part: DatasetPart,
  file: SourceText | undefined,
  { folder, name, about }: Missing,
  builder: DatasetBuilder,
  log: ProblemLog,
  read: (file: SourceText) => Promise<void>,
): Promise<void> {
  const onLost = (): void => builder.lost(part);
  if (file) {
    builder.expect(part, { file: file.path });
    return guarded(log, onLost, () => read(file));
  }
  log.add(problem('missing-file', { file: folder === '' ? name : `${folder}/${name}` }, about));
  onLost();
}
