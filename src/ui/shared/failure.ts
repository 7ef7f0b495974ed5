import { HitrateError, isAbort } from '../../contract/errors';
import { errorText } from './messages/message-of';

/** What the person is told when something did not work. */
export interface Failure {
  /** An expected failure says itself what to do; an unexpected one is a bug. */
  readonly expected: boolean;
  readonly message: string;
}

/** Says what went wrong; a bug goes to the console too. @returns null for a cancelled task, which is what the person wanted */
export function failureOf(error: unknown): Failure | null {
  if (isAbort(error)) return null;
  const message = errorText(error);
  if (error instanceof HitrateError) return { expected: true, message };
  console.error(error);
  return { expected: false, message: `Something unexpected happened: ${message}` };
}
