import type { ColumnChoice } from '../../../domain/documents/file-report';
import { SourceFailure } from '../../../domain/dataset/problem';
import { statusOf } from './gather-each';
import { UnreadFile, type CMapReader, type DocumentFile, type FileReading, type Unread } from './reader';
import { kindOf } from './registry';

/** A file to parse, as it crosses to a worker. */
export interface ParseRequest extends DocumentFile {
  /** What columns of this table are; proposed where null. */
  readonly columns: ColumnChoice | null;
  /** Of what is packed inside the file, unpacked. */
  readonly maxBytes: number;
}

/** What a file gave, or why it gives nothing, as plain data. */
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

function unreadBy(error: unknown): Unread {
  if (error instanceof UnreadFile) return { status: error.status, message: error.message, table: error.table };
  if (error instanceof SourceFailure) return { status: statusOf(error.problem), message: error.message, table: null };
  // A library that stumbles over one file must not take the others with it.
  const why = error instanceof Error ? error.message : String(error);
  const message = `The file could not be read (${why}). Save it again, or in another format.`;
  return { status: 'broken', message, table: null };
}

/** Parses in this thread. */
export const parserHere = (readCMap: CMapReader): FileParser => ({
  parse: (request) => parseFile(request, readCMap),
});
