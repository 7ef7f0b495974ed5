import type { SourceFile } from '../../contract/workers';

export interface GivenFile extends SourceFile {
  /** Questions, contexts, or the place of the model that it is a part of. */
  readonly purpose?: 'questions' | 'contexts' | number;
}

export const filesFor = (files: readonly GivenFile[], purpose?: GivenFile['purpose']): readonly SourceFile[] =>
  files.filter((file) => file.purpose === purpose).map(({ path, file }) => ({ path, file }));

export function modelFilesOf(files: readonly GivenFile[]): (readonly SourceFile[])[] {
  const places = files.flatMap(({ purpose }) => (typeof purpose === 'number' ? [purpose] : []));
  return [...new Set(places)].sort((a, b) => a - b).map((place) => filesFor(files, place));
}
