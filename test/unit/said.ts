import { HitrateError } from '../../src/contract/errors';
import { errorText } from '../../src/ui/shared/messages/message-of';

/** A task whose expected failure has, beside its code, what a person reads of it. */
export const said = <T>(task: Promise<T>): Promise<T> => task.catch((error: unknown) => Promise.reject(spoken(error)));

/** The same of an error. */
function spoken(error: unknown): unknown {
  if (error instanceof HitrateError) error.message = errorText(error);
  return error;
}
