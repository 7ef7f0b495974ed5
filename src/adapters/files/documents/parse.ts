import type { ColumnChoice } from '../../../domain/documents/file-report';
import { unreadBy, type CMapReader, type DocumentFile, type FileReading, type Unread } from './reader';
import { kindOf } from './registry';

export interface ParseRequest extends DocumentFile {
  readonly columns: ColumnChoice | null;
  readonly maxBytes: number;
}

export type Parsed = { readonly reading: FileReading } | { readonly unread: Unread };

/** Parses files, here or in a worker. What is wrong with a file is in what it gives; only bugs throw. */
export interface FileParser {
  /** @param stop ends parsing, which then gives no documents */
  parse(request: ParseRequest, stop: AbortSignal): Promise<Parsed>;
}

/** @throws {Error} where no reader takes files of this name */
export async function parseFile({ columns, maxBytes, ...file }: ParseRequest, readCMap: CMapReader): Promise<Parsed> {
  const kind = kindOf(file.path);
  if (!kind) throw new Error(`No reader takes ${file.path}.`);
  try {
    const read = await kind.load();
    return { reading: await read(file, { columns, maxBytes, readCMap }) };
  } catch (error) {
    return { unread: unreadBy(error) };
  }
}

export const parserHere = (readCMap: CMapReader): FileParser => ({
  parse: (request) => parseFile(request, readCMap),
});
