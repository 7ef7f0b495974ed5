import { errorText } from '../../src/ui/shared/messages/message-of';

/** A task whose expected failure is an error with what a person reads of it. */
export const said = <T>(task: Promise<T>): Promise<T> =>
  task.catch((error: unknown) => {
    throw new Error(errorText(error), { cause: error });
  });
