import './drawing';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFile } from '../../../../../src/contract/workers';
import { type DocumentLimits, type FilesRead, readDocuments } from '../../../../../src/adapters/files/documents/read';
import { parserHere } from '../../../../../src/adapters/files/documents/registry';
import type { CMapReader } from '../../../../../src/adapters/files/documents/reader';
import type { ColumnChoice, FileReport } from '../../../../../src/domain/documents/file-report';
import type { Doc } from '../../../../../src/base/types';
import { filesOf, type Contents } from '../make';

export const FIXTURES = join(import.meta.dirname, '../../../../fixtures/documents');

/** The character maps that the app fetches from its own origin. */
export const readCMap: CMapReader = async (name) =>
  new Uint8Array(
    await readFile(join(import.meta.dirname, `../../../../../node_modules/pdfjs-dist/cmaps/${name}.bcmap`)),
  );

interface Options {
  readonly known?: Readonly<Record<string, string>>;
  readonly columns?: Readonly<Record<string, ColumnChoice>>;
  readonly limits?: DocumentLimits;
}

export const readFiles = (
  files: readonly SourceFile[],
  { limits, ...input }: Options = {},
  progress: Parameters<typeof readDocuments>[1] = () => {},
): Promise<FilesRead> =>
  readDocuments({ files, ...input }, progress, { parser: parserHere(readCMap), ...(limits && { limits }) });

export const readAll = (contents: Contents, options?: Options): Promise<FilesRead> =>
  readFiles(filesOf(contents), options);

/** The report and the documents of one file. */
export async function readOne(
  path: string,
  content: Contents[string],
  options?: Options,
): Promise<{ report: FileReport; docs: readonly Doc[]; doc: Doc }> {
  const { files, docs } = await readAll({ [path]: content }, options);
  return { report: files[0]!, docs: docs.map(({ doc }) => doc), doc: docs[0]?.doc as Doc };
}
