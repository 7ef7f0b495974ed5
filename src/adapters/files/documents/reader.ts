import type { ImportProblem } from '../../../domain/dataset/outcome';
import type { ColumnChoice, FileStatus, FoundTable } from '../../../domain/documents/file-report';
import type { Doc } from '../../../base/types';

/** A file with all its bytes. */
export interface DocumentFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What readers are given besides the file. */
export interface ReadingMeans {
  /** What columns of this table are; proposed where null. */
  readonly columns: ColumnChoice | null;
  /** Of what is packed inside a file, unpacked. */
  readonly maxBytes: number;
  readonly readCMap: CMapReader;
}

/** Reads one of the character maps that PDFs name instead of holding them, as `UniGB-UCS2-H`. */
export type CMapReader = (name: string) => Promise<Uint8Array>;

/** What a file gave. */
export interface FileReading {
  /** At least one, each with text. */
  readonly docs: readonly Doc[];
  /** As `TextDecoder` names it; null where bytes are not text. */
  readonly encoding: string | null;
  /** What in it was left out, and what to do; null where there is nothing to tell. */
  readonly message: string | null;
  /** Of tables alone. */
  readonly table?: FoundTable;
}

/**
 * Reads a file whole or not at all.
 *
 * @throws {UnreadFile} where it cannot be read
 */
export type DocumentReader = (file: DocumentFile, means: ReadingMeans) => Promise<FileReading>;

/** Why a file gives no documents, and what to do. */
export interface Unread {
  readonly status: Exclude<FileStatus, 'read' | 'unchanged'>;
  readonly message: ImportProblem | string;
  /** Reported too, where other columns would give documents. */
  readonly table: FoundTable | null;
}

/** {@link Unread}, thrown. */
export class UnreadFile extends Error implements Unread {
  constructor(
    readonly status: Unread['status'],
    message: string,
    readonly table: FoundTable | null = null,
  ) {
    super(message);
  }
}
