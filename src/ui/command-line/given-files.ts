import type { SourceFile } from '../../contract/workers';

/** A file of a command, with what it is for: one of the collection where that is not said. */
export interface GivenFile extends SourceFile {
  /** Questions, contexts, or the place of the model that it is a part of. */
  readonly purpose?: 'questions' | 'contexts' | number;
}

/** What can be done with files that a command names; nothing here knows where they come from. */
export const filesFor = (files: readonly GivenFile[], purpose?: GivenFile['purpose']): readonly SourceFile[] =>
  files.filter((file) => file.purpose === purpose).map(({ path, file }) => ({ path, file }));

/** Each model's files, in the order in which models were named. */
export function modelFilesOf(files: readonly GivenFile[]): (readonly SourceFile[])[] {
  const places = files.flatMap(({ purpose }) => (typeof purpose === 'number' ? [purpose] : []));
  return [...new Set(places)].sort((a, b) => a - b).map((place) => filesFor(files, place));
}
