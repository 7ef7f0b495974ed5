/**
 * What can be expected to go wrong, as data. Bugs are not here: they throw as they are. Cancelling is an `AbortError`
 * and is never shown.
 */
export type ErrorCode =
  | 'import-failed'
  | 'storage-full'
  | 'storage-unavailable'
  /** A later version of the app has written what is stored. */
  | 'storage-newer'
  /** What is stored lacks a part, or could not be brought to this version. */
  | 'storage-damaged'
  /** The connection is gone: another tab has updated or erased the database. */
  | 'storage-closed'
  | 'collection-missing'
  | 'changed-elsewhere'
  | 'worker-failed'
  | 'model-unavailable'
  | 'model-refused'
  | 'download-failed'
  | 'device-unavailable'
  | 'out-of-memory'
  | 'spec-invalid'
  | 'no-judged-questions'
  | 'already-running'
  | 'lists-missing'
  /** An id has white space, which a file format cannot hold. */
  | 'id-unwritable';

/** An expected failure: the message says what happened and what to do next. */
export class HitrateError extends Error {
  override readonly name = 'HitrateError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
