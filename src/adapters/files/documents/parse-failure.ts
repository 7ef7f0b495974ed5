import { SourceFailure } from '../../../domain/dataset/problem';
import { statusOf } from './gather-each';
import { UnreadFile, type Unread } from './reader';

/** Engines name it differently: V8 and WebKit a RangeError, Gecko “too much recursion”. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error && /call stack|too much recursion/i.test(error.message);

/** Why a file gives no documents, by what its reader threw. */
export function unreadBy(error: unknown): Unread {
  if (error instanceof UnreadFile) return { status: error.status, message: error.message, table: error.table };
  if (error instanceof SourceFailure) return { status: statusOf(error.problem), message: error.problem, table: null };
  if (isStackOverflow(error))
    return {
      status: 'broken',
      message: 'What is in it is nested too deep. Save it again in the program that made it, or as plain text.',
      table: null,
    };
  // A library that stumbles over one file must not take the others with it.
  const why = error instanceof Error ? error.message : String(error);
  const message = `The file could not be read (${why}). Save it again, or in another format.`;
  return { status: 'broken', message, table: null };
}
