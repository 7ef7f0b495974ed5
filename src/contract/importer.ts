import type { ImportOutcome } from '../domain/dataset/outcome';
import type { DocumentsApi } from './documents';
import type { SourceFile } from './source-file';

export interface ImportProgress {
  readonly path: string;
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

export interface ImporterApi extends DocumentsApi {
  /**
   * Reads a collection.
   * @param input.split which judgments to take where there are several; the reader proposes one where none is named
   */
  read(
    input: { files: readonly SourceFile[]; split?: string },
    progress: (step: ImportProgress) => void,
  ): Promise<ImportOutcome>;
}
