import { HitrateError, isAbort } from '../../contract/errors';
import { errorText } from './messages/message-of';

export interface Failure {
  /** Its message says what to do; an unexpected failure is a bug. */
  readonly expected: boolean;
  readonly message: string;
}

/** Logs bugs to the console. @returns null for a cancelled task */
export function failureOf(error: unknown): Failure | null {
  if (isAbort(error)) return null;
  const message = errorText(error);
  if (error instanceof HitrateError) return { expected: true, message };
  console.error(error);
  return { expected: false, message: `Something unexpected happened: ${message}` };
}
