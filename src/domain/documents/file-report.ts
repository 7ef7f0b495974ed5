import type { ImportProblem } from '../dataset/outcome';

/** Names of the kinds of files that documents are read from, one for each in `adapters/files/documents`. */
export type DocumentFormat = 'text' | 'markdown' | 'html' | 'pdf' | 'docx' | 'csv' | 'json-lines';

export type FileStatus =
  | 'read'
  | 'unchanged'
  /** It holds no text: an empty file, or a PDF of pictures that were never read by OCR. */
  | 'empty'
  | 'encrypted'
  | 'too-large'
  /** Reading it was ended after a time, or by a limit of what it holds. */
  | 'too-slow'
  | 'broken'
  | 'skipped'
  | 'stopped';

export interface FileReport {
  /** As it was picked, folders and archives included: `manuals.zip/pump.pdf`. */
  readonly path: string;
  readonly format: DocumentFormat | null;
  readonly status: FileStatus;
  readonly bytes: number;
  /** SHA-256 of its bytes, by which a file that is picked again is known to be unchanged; empty where it was not read. */
  readonly hash: string;
  readonly docs: number;
  readonly characters: number;
  readonly encoding: string | null;
  /** Why it was not read, or what in it was left out, and what to do; null where there is nothing to tell. */
  readonly message: ImportProblem | string | null;
}

export interface ColumnChoice {
  readonly text: readonly string[];
  readonly title: string | null;
  /** The row's number where null. */
  readonly id: string | null;
}

export interface FoundTable {
  readonly path: string;
  readonly columns: readonly string[];
  readonly sample: readonly Readonly<Record<string, string>>[];
  readonly chosen: ColumnChoice;
}

export interface FileChange {
  readonly path: string;
  /** `unread`: it was read before and cannot be read now, or is there again and cannot be read; its report says why. */
  readonly kind: 'added' | 'changed' | 'removed' | 'unread';
  readonly report: FileReport | null;
}
