import type { ColumnChoice, FileReport, FoundTable } from '../domain/documents/file-report';
import type { LanguageShare } from '../base/language';
import type { Doc } from '../base/types';
import type { SourceFile } from './source-file';

/** A document with the file that it came from. */
export interface SourceDoc {
  /** Path of the file, as in its report. */
  readonly file: string;
  /**
   * The id is the path of the file, white space written as `%20`; in tables the path, `:` and the row's id or number. The text has line breaks as `\n`
   * and no byte order mark; offsets of pages and headings are into it.
   */
  readonly doc: Doc;
}

export interface ReadDocuments {
  /** A name for the collection, from the file or folder. */
  readonly name: string;
  readonly docs: readonly SourceDoc[];
  /** Every file that was given, in the order of the paths. */
  readonly files: readonly FileReport[];
  readonly tables: readonly FoundTable[];
  /** Of the documents, the most frequent first. */
  readonly languages: readonly LanguageShare[];
}

export interface DocumentsProgress {
  /** The file that is being read. */
  readonly path: string;
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

export interface DocumentsApi {
  /**
   * Reads documents without questions: text, Markdown, HTML, PDF, DOCX, CSV, JSON Lines, and zips of these. What is wrong
   * with a file is in its report; only bugs throw.
   *
   * @param input.known hashes of files that were read before, by path: those whose bytes are the same are `unchanged` and
   *   give no documents
   * @param input.columns what columns of tables are, by path; proposed where a table is not named
   */
  readDocuments(
    input: {
      readonly files: readonly SourceFile[];
      readonly known?: Readonly<Record<string, string>>;
      readonly columns?: Readonly<Record<string, ColumnChoice>>;
    },
    progress: (step: DocumentsProgress) => void,
  ): Promise<ReadDocuments>;

  /** Ends reading: what was read so far is its result, and the other files are `stopped`. */
  stopReading(): Promise<void>;
}
